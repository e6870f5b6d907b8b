S Last week my dog disappear from our garden .
A 4 5|||R:VERB:TENSE|||disappeared|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:TENSE|||disappeared|||REQUIRED|||-NONE-|||1

S I was so worry with her because she is old and can not hear well .
A 3 4|||R:MORPH|||worried|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||about|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||was|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:TENSE|||could|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||worried|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||about|||REQUIRED|||-NONE-|||1

S My family look her in every streets until midnight .
A 2 3|||R:VERB:TENSE|||looked|||REQUIRED|||-NONE-|||0
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||street|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||looked|||REQUIRED|||-NONE-|||1
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||street|||REQUIRED|||-NONE-|||1

S I put her picture at many tree and ask to all neighbor .
A 4 5|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||trees|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||asked|||REQUIRED|||-NONE-|||0
A 9 10|||U:PREP||||||REQUIRED|||-NONE-|||0
A 11 11|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN:NUM|||neighbors|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||trees|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:TENSE|||asked|||REQUIRED|||-NONE-|||1
A 9 10|||U:PREP||||||REQUIRED|||-NONE-|||1
A 11 12|||R:NOUN:NUM|||neighbors|||REQUIRED|||-NONE-|||1

S In the third day a old man called me by phone .
A 0 1|||R:PREP|||On|||REQUIRED|||-NONE-|||0
A 4 4|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 4 5|||R:DET|||an|||REQUIRED|||-NONE-|||0
A 9 10|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 10 10|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||On|||REQUIRED|||-NONE-|||1
A 4 5|||R:DET|||an|||REQUIRED|||-NONE-|||1

S He said that she sleep in him shop behind the rice bag .
A 4 5|||R:VERB:TENSE|||was sleeping|||REQUIRED|||-NONE-|||0
A 6 7|||R:DET|||his|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN:NUM|||bags|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:TENSE|||was sleeping|||REQUIRED|||-NONE-|||1
A 6 7|||R:DET|||his|||REQUIRED|||-NONE-|||1
A 11 12|||R:NOUN:NUM|||bags|||REQUIRED|||-NONE-|||1

S He give her water and a fish .
A 1 2|||R:VERB:TENSE|||gave|||REQUIRED|||-NONE-|||0
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||gave|||REQUIRED|||-NONE-|||1
A 5 6|||R:DET|||some|||REQUIRED|||-NONE-|||1

S I cried of happy .
A 2 3|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||happiness|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN|||joy|||REQUIRED|||-NONE-|||1

S since that day I never forgot to close the gate , and she wear a collar which have my phone number in it .
A 0 1|||R:ORTH|||Since|||REQUIRED|||-NONE-|||0
A 4 4|||M:VERB:TENSE|||have|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:FORM|||forgotten|||REQUIRED|||-NONE-|||0
A 13 14|||R:VERB:SVA|||wears|||REQUIRED|||-NONE-|||0
A 17 18|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 21 22|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||Since|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:TENSE|||forget|||REQUIRED|||-NONE-|||1
A 13 14|||R:VERB:SVA|||wears|||REQUIRED|||-NONE-|||1
A 17 18|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1
A 21 22|||R:PREP|||on|||REQUIRED|||-NONE-|||1

