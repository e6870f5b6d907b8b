S Yesterday we celebrated birthday of my wife in restaurant near central station .
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 8|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 10 10|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 3 3|||M:NOUN:POSS|||my wife 's|||REQUIRED|||-NONE-|||1
A 4 7|||U:OTHER||||||REQUIRED|||-NONE-|||1
A 8 8|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 10 10|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Waiter was very polite and explained us menu on three languages .
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||waiter|||REQUIRED|||-NONE-|||0
A 6 6|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||1
A 0 1|||R:ORTH|||waiter|||REQUIRED|||-NONE-|||1
A 6 6|||M:PREP|||to|||REQUIRED|||-NONE-|||1
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||in|||REQUIRED|||-NONE-|||1

S I ordered soup with mushrooms and my wife took grilled fish .
A 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||a|||REQUIRED|||-NONE-|||1

S Soup was tasty , but there was too much bone in the fish .
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||soup|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 8 9|||R:ADJ|||many|||REQUIRED|||-NONE-|||0
A 9 10|||R:NOUN:NUM|||bones|||REQUIRED|||-NONE-|||0
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||1
A 0 1|||R:ORTH|||soup|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 8 9|||R:ADJ|||many|||REQUIRED|||-NONE-|||1
A 9 10|||R:NOUN:NUM|||bones|||REQUIRED|||-NONE-|||1

S Then we waited dessert almost forty minute .
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||minutes|||REQUIRED|||-NONE-|||0
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||minutes|||REQUIRED|||-NONE-|||1

S Maybe it depends from day , because in weekends place is full .
A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||on||at|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Prices are higher as in other place of city .
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||prices|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||than|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||places|||REQUIRED|||-NONE-|||0
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||than|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||places|||REQUIRED|||-NONE-|||1
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||1

S We listened nice live music till end of evening , therefore I give four star and not three .
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 10 11|||R:CONJ|||so|||REQUIRED|||-NONE-|||0
A 13 13|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 14 15|||R:NOUN:NUM|||stars|||REQUIRED|||-NONE-|||0
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||1
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 14 15|||R:NOUN:NUM|||stars|||REQUIRED|||-NONE-|||1

