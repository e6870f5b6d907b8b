S The book that I have read during this holidays speaks of a young woman who lives in a little island .
A 4 6|||R:VERB:TENSE|||read|||REQUIRED|||-NONE-|||0
A 6 7|||U:PREP||||||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||holiday|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||about|||REQUIRED|||-NONE-|||0
A 16 17|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||holiday|||REQUIRED|||-NONE-|||1
A 16 17|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S She works like nurse .
A 2 3|||R:PREP|||as|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||as|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1

S One night she assists to a strange event : it is a big storm and a boat arrives with nobody in board .
A 3 4|||R:VERB|||witnesses|||REQUIRED|||-NONE-|||0
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||0
A 9 10|||R:PRON|||there|||REQUIRED|||-NONE-|||0
A 20 21|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB|||is present|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 9 10|||R:PRON|||there|||REQUIRED|||-NONE-|||1
A 20 21|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S The peoples of the village thinks that she is responsible of the mystery .
A 1 2|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||think|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:SVA|||think|||REQUIRED|||-NONE-|||1
A 10 11|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S I am agree with the critics who find the begining a bit slow , but the end is full of surprise .
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||0
A 9 10|||R:SPELL|||beginning|||REQUIRED|||-NONE-|||0
A 20 21|||R:NOUN:NUM|||surprises|||REQUIRED|||-NONE-|||0
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||1
A 9 10|||R:SPELL|||beginning|||REQUIRED|||-NONE-|||1
A 20 21|||R:NOUN:NUM|||surprises|||REQUIRED|||-NONE-|||1

S It depends of what the reader want to believe .
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||wants|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:SVA|||wants|||REQUIRED|||-NONE-|||1

S I have read it during three days and I recommend it at everyone who like the mystery novel .
A 1 3|||R:VERB:TENSE|||read|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 14 15|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 15 16|||U:DET||||||REQUIRED|||-NONE-|||0
A 17 18|||R:NOUN:NUM|||novels|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 11 12|||R:PREP|||to|||REQUIRED|||-NONE-|||1
A 14 15|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||1
A 15 16|||U:DET||||||REQUIRED|||-NONE-|||1
A 17 18|||R:NOUN:NUM|||novels|||REQUIRED|||-NONE-|||1

S It cost twelve euro and it is a very good lecture .
A 1 2|||R:VERB:SVA|||costs|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||euros|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN|||read|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||costs|||REQUIRED|||-NONE-|||1
A 10 11|||R:NOUN|||read|||REQUIRED|||-NONE-|||1

