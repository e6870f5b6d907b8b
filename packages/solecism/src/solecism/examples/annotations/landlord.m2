S Dear Mr. Hollis ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I am writing you about the flat in the Mill Street .
A 3 3|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||1

S The heating is broken since the last week and nobody came to repair it .
A 2 3|||R:VERB:TENSE|||has been|||REQUIRED|||-NONE-|||0
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:TENSE|||has come|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||has been|||REQUIRED|||-NONE-|||1
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||1

S In the night it is so cold that my little son can not sleep .
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||0
A 1 2|||U:DET||||||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I have called to your office four time , but the secretary always says me that you are in holiday .
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:NUM|||times|||REQUIRED|||-NONE-|||0
A 13 14|||R:VERB|||tells|||REQUIRED|||-NONE-|||0
A 18 19|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:NUM|||times|||REQUIRED|||-NONE-|||1
A 14 14|||M:PREP|||to|||REQUIRED|||-NONE-|||1
A 18 19|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S I depend of the heating because I work in home .
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||from||at|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||from|||REQUIRED|||-NONE-|||1

S I would be gratefull if you can send somebody before the Friday .
A 3 4|||R:SPELL|||grateful|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:TENSE|||could|||REQUIRED|||-NONE-|||0
A 10 11|||U:DET||||||REQUIRED|||-NONE-|||0
A 3 4|||R:SPELL|||grateful|||REQUIRED|||-NONE-|||1
A 10 11|||U:DET||||||REQUIRED|||-NONE-|||1

S Otherwise I must look other flat .
A 2 3|||R:VERB|||will have to|||REQUIRED|||-NONE-|||0
A 4 4|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 4 5|||R:DET|||another|||REQUIRED|||-NONE-|||0
A 4 4|||M:PREP|||for|||REQUIRED|||-NONE-|||1
A 4 5|||R:DET|||another|||REQUIRED|||-NONE-|||1

S I wait your answer .
A 1 2|||R:VERB:TENSE|||am waiting|||REQUIRED|||-NONE-|||0
A 2 2|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 2 2|||M:PREP|||for|||REQUIRED|||-NONE-|||1

S Yours sincerely ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Marta
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

