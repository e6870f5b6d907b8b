S I bought this headphone in internet last month .
A 2 3|||R:DET|||these|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||headphones|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 2 3|||R:DET|||these|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||headphones|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||from|||REQUIRED|||-NONE-|||1
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||1

S They came at three day , which is very fast 😍 !
A 2 3|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN:NUM|||days|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 4 5|||R:NOUN:NUM|||days|||REQUIRED|||-NONE-|||1

S The seller wrote a note : „ Thanks to your order “ and he put a small present on the box 🎁 .
A 8 9|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 18 19|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 18 19|||R:PREP|||in|||REQUIRED|||-NONE-|||1

S The sound is perfect , but the cable is to short , I can not walk in my room when I listen music .
A 9 10|||R:SPELL|||too|||REQUIRED|||-NONE-|||0
A 16 17|||R:PREP|||around|||REQUIRED|||-NONE-|||0
A 19 20|||R:CONJ|||while|||REQUIRED|||-NONE-|||0
A 22 22|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 9 10|||R:SPELL|||too|||REQUIRED|||-NONE-|||1
A 22 22|||M:PREP|||to|||REQUIRED|||-NONE-|||1

S My friend said `` they looks cheap '' but I am not agree to him 😂 😂 .
A 5 6|||R:VERB:SVA|||look|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB|||do|||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||look|||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB|||do|||REQUIRED|||-NONE-|||1
A 13 14|||R:PREP|||with|||REQUIRED|||-NONE-|||1

S For me they worth of it 's price .
A 3 4|||R:VERB|||are worth|||REQUIRED|||-NONE-|||0
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||0
A 5 7|||R:DET|||their|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB|||are worth|||REQUIRED|||-NONE-|||1
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||1
A 5 7|||R:DET|||their|||REQUIRED|||-NONE-|||1

S I use them at bus at gym and in night before sleep .
A 3 4|||R:PREP|||in||on|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 5 5|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:FORM|||sleeping|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 5 5|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 11 12|||R:VERB:FORM|||sleeping|||REQUIRED|||-NONE-|||1

S 10/10 I would buy again them !
A 1 1|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 4 6|||R:WO|||them again|||REQUIRED|||-NONE-|||0
A 4 6|||R:WO|||them again|||REQUIRED|||-NONE-|||1

