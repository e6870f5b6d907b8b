S hey ana !!
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S how was your trip ?
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S sorry for not answer before , i arrived in home very late yesterday because the bus stopped in every corner lol
A 3 4|||R:VERB:FORM|||answering|||REQUIRED|||-NONE-|||0
A 6 7|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 8 9|||U:PREP||||||REQUIRED|||-NONE-|||0
A 17 18|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:FORM|||answering|||REQUIRED|||-NONE-|||1
A 8 9|||U:PREP||||||REQUIRED|||-NONE-|||1
A 17 18|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S i am in the beach now with my cousins , its too hot here , 38 degree and no wind :(
A 0 1|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 10 11|||R:ORTH|||it 's|||REQUIRED|||-NONE-|||0
A 16 17|||R:NOUN:NUM|||degrees|||REQUIRED|||-NONE-|||0
A 18 18|||M:OTHER|||there is|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 10 11|||R:ORTH|||it 's|||REQUIRED|||-NONE-|||1
A 16 17|||R:NOUN:NUM|||degrees|||REQUIRED|||-NONE-|||1

S did u see the message of carlos ?
A 5 6|||R:PREP|||from|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||from|||REQUIRED|||-NONE-|||1

S he invited us for barbecue in saturday , i think in his grandmother house
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 8 9|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 12 13|||R:NOUN:POSS|||grandmother 's|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 12 13|||R:NOUN:POSS|||grandmother 's|||REQUIRED|||-NONE-|||1

S i will go with my sister but we no have car , so can u give for us ride ?
A 0 1|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 8 10|||R:VERB:FORM|||do n't have|||REQUIRED|||-NONE-|||0
A 10 10|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 16 17|||U:PREP||||||REQUIRED|||-NONE-|||0
A 18 18|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 8 10|||R:VERB:FORM|||do n't have|||REQUIRED|||-NONE-|||1
A 10 10|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 16 17|||U:PREP||||||REQUIRED|||-NONE-|||1
A 18 18|||M:DET|||a|||REQUIRED|||-NONE-|||1

S we can pay the gas
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||1

S write me or call me when u will can pleaseee 😘 i miss of u so much !!
A 7 9|||R:VERB|||can|||REQUIRED|||-NONE-|||0
A 11 12|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 13 14|||U:PREP||||||REQUIRED|||-NONE-|||0
A 7 9|||R:VERB|||can|||REQUIRED|||-NONE-|||1
A 13 14|||U:PREP||||||REQUIRED|||-NONE-|||1

