S Yesterday I go to the market with my sister .
A 2 3|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||2
A 1 1|||M:PUNCT|||,|||REQUIRED|||-NONE-|||3
A 2 3|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||3

S She depends of her parents for the money .
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||1
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||2
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||3
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||3

S There is many informations on this website .
A 2 3|||R:OTHER|||a lot of|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||0
A 2 3|||R:ADJ|||much|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||1
A 2 3|||R:OTHER|||a lot of|||REQUIRED|||-NONE-|||2
A 3 4|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||2
A 2 3|||R:OTHER|||a lot of|||REQUIRED|||-NONE-|||3
A 3 4|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||3
A 6 7|||R:NOUN|||site|||REQUIRED|||-NONE-|||3

S I am agree with you about this problem .
A 1 2|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||0
A 1 2|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1
A 1 2|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||2
A 1 2|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||3
A 5 6|||R:PREP|||on|||REQUIRED|||-NONE-|||3

S We discussed about the plan since two hours .
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||2
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||2
A 1 1|||M:VERB:TENSE|||have|||REQUIRED|||-NONE-|||3
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||3
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||3

S My brother is good in playing piano .
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||2
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||2
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||3
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||3

S The train was late , so we arrived at home at midnight .
A 8 9|||U:PREP||||||REQUIRED|||-NONE-|||0
A 8 9|||U:PREP||||||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S He explained me how does the machine work .
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 4 5|||U:VERB||||||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||1
A 4 5|||U:VERB||||||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||1
A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||2
A 4 5|||U:VERB||||||REQUIRED|||-NONE-|||2
A 7 8|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||2
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||3
A 4 5|||U:VERB||||||REQUIRED|||-NONE-|||3
A 7 8|||R:OTHER|||works to me|||REQUIRED|||-NONE-|||3

S Children should spend more time on outside .
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||2
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||3

S The weather was nice and we decided to walk .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 4 4|||M:PUNCT|||,|||REQUIRED|||-NONE-|||3

