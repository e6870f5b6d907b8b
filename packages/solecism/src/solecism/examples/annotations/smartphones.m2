S Nowadays , smartphone is very popular with young people .
A 2 3|||R:NOUN:NUM|||smartphones|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 2 3|||R:NOUN:NUM|||smartphones|||REQUIRED|||-NONE-|||1
A 3 4|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1

S Many student bring it to the class and looks at screen all time .
A 1 2|||R:NOUN:NUM|||students|||REQUIRED|||-NONE-|||0
A 3 4|||R:PRON|||them|||REQUIRED|||-NONE-|||0
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:SVA|||look|||REQUIRED|||-NONE-|||0
A 10 10|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 12 12|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||students|||REQUIRED|||-NONE-|||1
A 3 4|||R:PRON|||them|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:SVA|||look|||REQUIRED|||-NONE-|||1
A 10 10|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 12 12|||M:DET|||the|||REQUIRED|||-NONE-|||1

S Some parent is worried for this , because their children does not talk them in dinner .
A 1 2|||R:NOUN:NUM|||parents|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||about|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:SVA|||do|||REQUIRED|||-NONE-|||0
A 13 13|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 14 15|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||parents|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||about|||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB:SVA|||do|||REQUIRED|||-NONE-|||1
A 13 13|||M:PREP|||with|||REQUIRED|||-NONE-|||1
A 14 15|||R:PREP|||during|||REQUIRED|||-NONE-|||1

S In my opinion , phone is only tool .
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||1

S It help us to find informations quickly and keep in contact to friend who live in far away .
A 1 2|||R:VERB:SVA|||helps|||REQUIRED|||-NONE-|||0
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 12 13|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||0
A 15 16|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||helps|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||1
A 11 12|||R:PREP|||with|||REQUIRED|||-NONE-|||1
A 12 13|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||1
A 15 16|||U:PREP||||||REQUIRED|||-NONE-|||1

S However , we should not depend in it too much .
A 6 7|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S For example , my cousin could not find the way of her own school when the battery was dead .
A 10 11|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||to|||REQUIRED|||-NONE-|||1

S If teachers teaches us how to use this phones in good way , it will brings more benefit than harm .
A 2 3|||R:VERB:SVA|||teach|||REQUIRED|||-NONE-|||0
A 7 8|||R:DET|||these|||REQUIRED|||-NONE-|||0
A 10 10|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 15 16|||R:VERB:FORM|||bring|||REQUIRED|||-NONE-|||0
A 17 18|||R:NOUN:NUM|||benefits|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||teach|||REQUIRED|||-NONE-|||1
A 7 8|||R:DET|||these|||REQUIRED|||-NONE-|||1
A 10 10|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 15 16|||R:VERB:FORM|||bring|||REQUIRED|||-NONE-|||1

