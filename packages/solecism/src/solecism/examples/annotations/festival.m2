S In our family every festival is having its own taste .
A 5 7|||R:VERB:TENSE|||has|||REQUIRED|||-NONE-|||0
A 5 7|||R:VERB:TENSE|||has|||REQUIRED|||-NONE-|||1

S Since three days before the festival of lights my grandmother is cooking sweets of milk and nuts .
A 0 1|||R:PREP|||For|||REQUIRED|||-NONE-|||0
A 10 12|||R:VERB:TENSE|||cooks|||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||from|||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||For|||REQUIRED|||-NONE-|||1
A 10 12|||R:VERB:TENSE|||cooks|||REQUIRED|||-NONE-|||1

S On the evening we are lighting small lamps in the doors and windows , and all relatives come at our house .
A 0 1|||R:PREP|||In|||REQUIRED|||-NONE-|||0
A 4 6|||R:VERB:TENSE|||light|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 18 19|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||In|||REQUIRED|||-NONE-|||1
A 4 6|||R:VERB:TENSE|||light|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||on|||REQUIRED|||-NONE-|||1
A 18 19|||R:PREP|||to|||REQUIRED|||-NONE-|||1

S My cousins and me used to burst crackers upto midnight .
A 3 4|||R:PRON|||I|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||until|||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||up to|||REQUIRED|||-NONE-|||1

S My uncle always requested to us to stand far of the fire .
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||0
A 9 9|||M:ADV|||away|||REQUIRED|||-NONE-|||0
A 9 10|||R:PREP|||from|||REQUIRED|||-NONE-|||0
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||1
A 9 10|||R:PREP|||from|||REQUIRED|||-NONE-|||1

S Now I am knowing that the smoke pollute the air , so from last two year we are buying only few of crackers .
A 2 4|||R:VERB:TENSE|||know|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:SVA|||pollutes|||REQUIRED|||-NONE-|||0
A 12 13|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 15 16|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||0
A 17 19|||R:VERB:TENSE|||have bought|||REQUIRED|||-NONE-|||0
A 20 20|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 21 22|||U:PREP||||||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||know|||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB:SVA|||pollutes|||REQUIRED|||-NONE-|||1
A 12 13|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 13 13|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 15 16|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||1
A 17 19|||R:VERB:TENSE|||have been buying|||REQUIRED|||-NONE-|||1
A 20 20|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 21 22|||U:PREP||||||REQUIRED|||-NONE-|||1

S Instead fire we now enjoy with music and nobody complain .
A 1 1|||M:PREP|||of|||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 7 7|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:SVA|||complains|||REQUIRED|||-NONE-|||0
A 1 1|||M:PREP|||of|||REQUIRED|||-NONE-|||1
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:SVA|||complains|||REQUIRED|||-NONE-|||1

S Only my little brother is angry on us .
A 6 7|||R:PREP|||with||at|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||at|||REQUIRED|||-NONE-|||1

