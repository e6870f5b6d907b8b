S My town is located in north part of the island .
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 5 6|||R:ADJ|||northern|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||1

S There is many mountain around it , and in winter we have much snow .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||mountains|||REQUIRED|||-NONE-|||0
A 12 13|||R:OTHER|||a lot of|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||mountains|||REQUIRED|||-NONE-|||1

S When I was a child I went to skiing every weekend with my father .
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||0
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||1

S My town is famous of apples .
A 4 5|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||its|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S In autumn many tourist come to there to pick them .
A 3 4|||R:NOUN:NUM|||tourists|||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 1|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||tourists|||REQUIRED|||-NONE-|||1
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1

S Two years ago I moved to Tokyo for study economics .
A 7 8|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 8 8|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 9 9|||M:PREP|||of|||REQUIRED|||-NONE-|||1

S I sometimes miss to the quiet street and the smell of the snow .
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||streets|||REQUIRED|||-NONE-|||0
A 11 12|||U:DET||||||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||streets|||REQUIRED|||-NONE-|||1

S But a big city give me many chance , so I enjoy my life in here .
A 4 5|||R:VERB:SVA|||gives|||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:NUM|||chances|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:TENSE|||am enjoying|||REQUIRED|||-NONE-|||0
A 14 15|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||gives|||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:NUM|||chances|||REQUIRED|||-NONE-|||1
A 14 15|||U:PREP||||||REQUIRED|||-NONE-|||1

S I will go back to home after I graduate the university , because I want open a small hotel for skier .
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||0
A 9 9|||M:PREP|||from|||REQUIRED|||-NONE-|||0
A 9 10|||U:DET||||||REQUIRED|||-NONE-|||0
A 15 15|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 20 21|||R:NOUN:NUM|||skiers|||REQUIRED|||-NONE-|||0
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||1
A 9 9|||M:PREP|||from|||REQUIRED|||-NONE-|||1
A 15 15|||M:PART|||to|||REQUIRED|||-NONE-|||1
A 15 16|||R:VERB|||start|||REQUIRED|||-NONE-|||1
A 20 21|||R:NOUN:NUM|||skiers|||REQUIRED|||-NONE-|||1

