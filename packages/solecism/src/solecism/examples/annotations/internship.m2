S Dear Sir or Madam ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I am very interested on the summer internship of your company , which I see in your website .
A 4 5|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 14 15|||R:VERB:TENSE|||saw|||REQUIRED|||-NONE-|||0
A 15 16|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 14 15|||R:VERB:TENSE|||saw|||REQUIRED|||-NONE-|||1
A 15 16|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S I am third - year student of computer science and I have strong interest for data analyse .
A 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 12 12|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 14 15|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 16 17|||R:MORPH|||analysis|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 14 15|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 16 17|||R:MORPH|||analysis|||REQUIRED|||-NONE-|||1

S Last summer I work in a small company , where I was responsible of collect datas from customer .
A 3 4|||R:VERB:TENSE|||worked|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 14 15|||R:VERB:FORM|||collecting|||REQUIRED|||-NONE-|||0
A 15 16|||R:NOUN:NUM|||data|||REQUIRED|||-NONE-|||0
A 17 18|||R:NOUN:NUM|||customers|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:TENSE|||worked|||REQUIRED|||-NONE-|||1
A 13 14|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 14 15|||R:VERB:FORM|||collecting|||REQUIRED|||-NONE-|||1
A 15 16|||R:NOUN:NUM|||data|||REQUIRED|||-NONE-|||1
A 17 18|||R:NOUN:NUM|||customers|||REQUIRED|||-NONE-|||1

S Although the work was hard , but I learned many knowledge .
A 6 7|||U:CONJ||||||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN|||things|||REQUIRED|||-NONE-|||0
A 6 7|||U:CONJ||||||REQUIRED|||-NONE-|||1
A 9 10|||R:ADJ|||much|||REQUIRED|||-NONE-|||1

S I discussed about every problems with my manager , and she was satisfied by my result .
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN:NUM|||problem|||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 15 16|||R:NOUN:NUM|||results|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||1
A 4 5|||R:NOUN:NUM|||problem|||REQUIRED|||-NONE-|||1

S I am available from 1 July till end of August .
A 6 7|||R:PREP|||until|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||1

S I can came interview in any time .
A 2 3|||R:VERB:FORM|||come|||REQUIRED|||-NONE-|||0
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||an|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:FORM|||come|||REQUIRED|||-NONE-|||1
A 3 3|||M:PREP|||to|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||an|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||1

S I look forward to hear from you .
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||1

S Yours faithfully ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Li Wen
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

