/** A text with errors, to try the page on. */
export const SAMPLE = `Dear Mrs Hall,

I am writing to thank you for the two weeks that I spent with your family. It was my first visit to England, and I learned more than in three years at school. My mother is teacher, and she says that my English is much better now. There is many people in our street who want to hear about it.

On the last evening we went in the cinema, and then we walked home along the river. It was very beatiful. I depend of my dictionary less and less, because you explained me every new word with so much patience.

My brother has a job in a museum since two years, and he is responsible of the old maps. He have many informations about your town. We look forward to see you here next summer.

Best wishes,
Mei
`;
