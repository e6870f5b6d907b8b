S Last spring I decided to participate to half marathon because my doctor said I should do more exercises .
A 6 7|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 9 9|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 15 16|||R:VERB|||get|||REQUIRED|||-NONE-|||0
A 17 18|||R:NOUN:NUM|||exercise|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||1

S I trained during three months with help of my colleague .
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Every morning I woke up on five o'clock and ran one hour along river .
A 5 6|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 10 10|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||1

S At first my leg was so painful that I could not went up stairs .
A 3 4|||R:NOUN:NUM|||legs|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 6 7|||R:ADJ|||sore|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:FORM|||go|||REQUIRED|||-NONE-|||0
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||legs|||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 11 12|||R:VERB:FORM|||go|||REQUIRED|||-NONE-|||1
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||1

S On the day of race it rained hard , but thousand of runner came .
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN:NUM|||thousands|||REQUIRED|||-NONE-|||0
A 12 13|||R:NOUN:NUM|||runners|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 10 11|||R:NOUN:NUM|||thousands|||REQUIRED|||-NONE-|||1
A 12 13|||R:NOUN:NUM|||runners|||REQUIRED|||-NONE-|||1

S People in the street shouted my name , because it was written in my shirt .
A 1 2|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 12 13|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 12 13|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S When I passed through the finish line , I cried by joy .
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 10 11|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S My time was not good , but I am proud about myself .
A 10 11|||R:PREP|||of|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||of|||REQUIRED|||-NONE-|||1

S Next year I will challenge to a full marathon .
A 4 5|||R:VERB|||try|||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB|||attempt|||REQUIRED|||-NONE-|||1
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1

