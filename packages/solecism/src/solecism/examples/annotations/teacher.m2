S Dear Ms. Ellen ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I write this letter to thank you on the everything you did for me in this year .
A 1 2|||R:VERB:TENSE|||am writing|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||0
A 14 15|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||am writing|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||1

S When I came to the Canada , I was not speaking any English and I was afraid from the people .
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||0
A 8 11|||R:VERB:TENSE|||did not speak|||REQUIRED|||-NONE-|||0
A 17 18|||R:PREP|||of|||REQUIRED|||-NONE-|||0
A 18 19|||U:DET||||||REQUIRED|||-NONE-|||0
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||1
A 8 11|||R:VERB|||could not speak|||REQUIRED|||-NONE-|||1
A 17 18|||R:PREP|||of|||REQUIRED|||-NONE-|||1

S You was always patient with me , and you explained for me the grammer many times .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 13 14|||R:SPELL|||grammar|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 10 11|||R:PREP|||to|||REQUIRED|||-NONE-|||1
A 13 14|||R:SPELL|||grammar|||REQUIRED|||-NONE-|||1

S Now I can read the newspaper and I am not shy from speak with my nieghbours .
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||newspapers|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||about||of|||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB:FORM|||speaking|||REQUIRED|||-NONE-|||0
A 15 16|||R:SPELL|||neighbours|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||about|||REQUIRED|||-NONE-|||1
A 12 13|||R:VERB:FORM|||speaking|||REQUIRED|||-NONE-|||1
A 15 16|||R:SPELL|||neighbours|||REQUIRED|||-NONE-|||1

S My brother he says that I became an different person .
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:TENSE|||have become|||REQUIRED|||-NONE-|||0
A 7 8|||R:DET|||a|||REQUIRED|||-NONE-|||0
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||1
A 7 8|||R:DET|||a|||REQUIRED|||-NONE-|||1

S I will never forget your advices .
A 5 6|||R:NOUN:NUM|||advice|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||advice|||REQUIRED|||-NONE-|||1

S Next month I will start course in the nursing , and I hope to work on hospital .
A 5 5|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||0
A 15 16|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 16 16|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||1
A 15 16|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 16 16|||M:DET|||a|||REQUIRED|||-NONE-|||1

S I wish for you a good health .
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||0
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||1

S Your student ,
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Samir
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

