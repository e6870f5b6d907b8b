S For make good tomato sauce you need of fresh tomatoes , garlic , oil and some basil .
A 0 1|||R:PREP|||To|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||To|||REQUIRED|||-NONE-|||1
A 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||1

S First you must to wash the tomatos and cut them in small piece .
A 1 1|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||0
A 6 7|||R:SPELL|||tomatoes|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||into|||REQUIRED|||-NONE-|||0
A 12 13|||R:NOUN:NUM|||pieces|||REQUIRED|||-NONE-|||0
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||1
A 6 7|||R:SPELL|||tomatoes|||REQUIRED|||-NONE-|||1
A 12 13|||R:NOUN:NUM|||pieces|||REQUIRED|||-NONE-|||1

S Then put the oil on the pan and wait two minutes .
A 4 5|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 9 9|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 9 9|||M:PREP|||for|||REQUIRED|||-NONE-|||1

S When garlic become golden , add the tomatoes and a little of salt .
A 1 1|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||becomes|||REQUIRED|||-NONE-|||0
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 1|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||becomes|||REQUIRED|||-NONE-|||1
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||1

S Cook all at low heat since forty minutes .
A 1 2|||R:PRON|||everything|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||over||on|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 1 2|||R:PRON|||everything|||REQUIRED|||-NONE-|||1
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S Every five minute turn it with a wooden spoon .
A 2 3|||R:NOUN:NUM|||minutes|||REQUIRED|||-NONE-|||0
A 2 3|||R:NOUN:NUM|||minutes|||REQUIRED|||-NONE-|||1

S My grandmother use to say that the patience is the most important ingredient for the cooking .
A 2 3|||R:VERB:TENSE|||used|||REQUIRED|||-NONE-|||0
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||of|||REQUIRED|||-NONE-|||0
A 14 15|||U:DET||||||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||used|||REQUIRED|||-NONE-|||1
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||1
A 13 14|||R:PREP|||in|||REQUIRED|||-NONE-|||1

S In the end put the basil , switch off the fire and eat together to your family .
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB|||turn|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN|||heat|||REQUIRED|||-NONE-|||0
A 14 15|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||1
A 14 15|||R:PREP|||with|||REQUIRED|||-NONE-|||1

S Never add the sugar !
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||0
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||1

S If somebody ask to you the recipe , smile and change the subject .
A 2 3|||R:VERB:SVA|||asks|||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 5 5|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||asks|||REQUIRED|||-NONE-|||1
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 5 5|||M:PREP|||for|||REQUIRED|||-NONE-|||1

