S Hi all ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I would like to remind about the meeting which will take place on the Thursday at 10:30 in small conference room .
A 5 5|||M:PRON|||you|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||of|||REQUIRED|||-NONE-|||0
A 13 14|||U:DET||||||REQUIRED|||-NONE-|||0
A 18 18|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 5 5|||M:PRON|||you|||REQUIRED|||-NONE-|||1
A 13 14|||U:DET||||||REQUIRED|||-NONE-|||1
A 18 18|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Main topic is budget for next quarter .
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||main|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 0 0|||M:DET|||The|||REQUIRED|||-NONE-|||1
A 0 1|||R:ORTH|||main|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Please prepare your reports till Wednesday evening and send it on my address .
A 4 5|||R:PREP|||by|||REQUIRED|||-NONE-|||0
A 9 10|||R:PRON|||them|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||by|||REQUIRED|||-NONE-|||1
A 9 10|||R:PRON|||them|||REQUIRED|||-NONE-|||1
A 10 11|||R:PREP|||to|||REQUIRED|||-NONE-|||1

S In case of question call me to the new number .
A 3 4|||R:NOUN:NUM|||questions|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||questions|||REQUIRED|||-NONE-|||1
A 6 7|||R:PREP|||at|||REQUIRED|||-NONE-|||1

S Anna , could you be so kind to book projector ?
A 7 7|||M:CONJ|||as|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 7 7|||M:CONJ|||as|||REQUIRED|||-NONE-|||1
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||1

S We are waiting since Monday on answer of the client , so it is possible that meeting will last longer as usual .
A 1 3|||R:VERB:TENSE|||have been waiting|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 6 6|||M:DET|||an|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||from|||REQUIRED|||-NONE-|||0
A 16 16|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 20 21|||R:PREP|||than|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB:TENSE|||have been waiting|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||from|||REQUIRED|||-NONE-|||1
A 16 16|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 20 21|||R:PREP|||than|||REQUIRED|||-NONE-|||1

S I am sorry about short notice , but decision was made on yesterday .
A 3 4|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 11 11|||M:ADV|||only|||REQUIRED|||-NONE-|||0
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||1

S Greetings ,
A 0 1|||R:NOUN|||Best regards|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Tomek
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

