S To the city council ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I want to express my opinion for the decision to close the library on the Sundays .
A 6 7|||R:PREP|||about|||REQUIRED|||-NONE-|||0
A 14 15|||U:DET||||||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 14 15|||U:DET||||||REQUIRED|||-NONE-|||1

S The most of the students in our area has not a quite place at home and they go in the library for to study .
A 0 2|||R:DET|||Most|||REQUIRED|||-NONE-|||0
A 8 10|||R:VERB:FORM|||do not have|||REQUIRED|||-NONE-|||0
A 11 12|||R:SPELL|||quiet|||REQUIRED|||-NONE-|||0
A 18 19|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 21 22|||U:PREP||||||REQUIRED|||-NONE-|||0
A 0 2|||R:DET|||Most|||REQUIRED|||-NONE-|||1
A 8 10|||R:VERB:FORM|||do not have|||REQUIRED|||-NONE-|||1
A 11 12|||R:SPELL|||quiet|||REQUIRED|||-NONE-|||1
A 18 19|||R:PREP|||to|||REQUIRED|||-NONE-|||1
A 21 22|||U:PREP||||||REQUIRED|||-NONE-|||1

S The library is near to the metro and it is free from charge .
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||of|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||of|||REQUIRED|||-NONE-|||1

S If it will close , many young person will loose the possibility to learn .
A 2 4|||R:VERB:TENSE|||closes|||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||0
A 9 10|||R:SPELL|||lose|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN|||chance|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||closes|||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:NUM|||persons|||REQUIRED|||-NONE-|||1
A 9 10|||R:SPELL|||lose|||REQUIRED|||-NONE-|||1

S I suggest to open it from ten o'clock until two .
A 2 4|||R:VERB:FORM|||opening|||REQUIRED|||-NONE-|||0
A 2 4|||R:OTHER|||that you open|||REQUIRED|||-NONE-|||1

S The cost of the heating is not reason , because our association can contribute in the expences .
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 14 15|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 16 17|||R:SPELL|||expenses|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 14 15|||R:PREP|||to|||REQUIRED|||-NONE-|||1
A 16 17|||R:SPELL|||expenses|||REQUIRED|||-NONE-|||1

S We hope in positive answer and we are in your disposal for any informations .
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 13 14|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 13 14|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||1

S With respect ,
A 0 2|||R:OTHER|||Respectfully|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Eleni
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

