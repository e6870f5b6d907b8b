S Dear customer service ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S on 12 May I have booked a flight from Hamburg to Porto .
A 0 1|||R:ORTH|||On|||REQUIRED|||-NONE-|||0
A 4 6|||R:VERB:TENSE|||booked|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||On|||REQUIRED|||-NONE-|||1
A 4 6|||R:VERB:TENSE|||booked|||REQUIRED|||-NONE-|||1

S As I have arrived on the airport , the woman on the counter said me , that the flight was cancelled .
A 0 1|||R:CONJ|||When|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||arrived|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 13 14|||R:VERB|||told|||REQUIRED|||-NONE-|||0
A 15 16|||U:PUNCT||||||REQUIRED|||-NONE-|||0
A 0 1|||R:CONJ|||When|||REQUIRED|||-NONE-|||1
A 2 4|||R:VERB:TENSE|||arrived|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 10 11|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 14 14|||M:PREP|||to|||REQUIRED|||-NONE-|||1
A 15 16|||U:PUNCT||||||REQUIRED|||-NONE-|||1

S I asked after informations , but nobody could me help .
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 8 10|||R:WO|||help me|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||1
A 8 10|||R:WO|||help me|||REQUIRED|||-NONE-|||1

S I had to wait until to the next day and to pay the hotel myself .
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 10 11|||U:PART||||||REQUIRED|||-NONE-|||0
A 12 12|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1
A 14 14|||M:PREP|||by|||REQUIRED|||-NONE-|||1

S My lugage come three days to late .
A 1 2|||R:SPELL|||luggage|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||came|||REQUIRED|||-NONE-|||0
A 5 7|||R:SPELL|||too late|||REQUIRED|||-NONE-|||0
A 1 2|||R:SPELL|||luggage|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:TENSE|||came|||REQUIRED|||-NONE-|||1
A 5 7|||R:OTHER|||late|||REQUIRED|||-NONE-|||1

S I would like to become my money back until end of the month .
A 4 5|||R:VERB|||get|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||by|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB|||get|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||by|||REQUIRED|||-NONE-|||1
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Passengers in the whole Europe has this right .
A 2 4|||R:OTHER|||the whole of|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 2 4|||R:OTHER|||all of|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||1

S I find , that a big company should not hide itself before their customers .
A 2 3|||U:PUNCT||||||REQUIRED|||-NONE-|||0
A 10 11|||U:PRON||||||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||from|||REQUIRED|||-NONE-|||0
A 12 13|||R:DET|||its|||REQUIRED|||-NONE-|||0
A 2 3|||U:PUNCT||||||REQUIRED|||-NONE-|||1
A 11 12|||R:PREP|||from|||REQUIRED|||-NONE-|||1

S With friendly greetings ,
A 0 3|||R:OTHER|||Yours faithfully|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Jens
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

