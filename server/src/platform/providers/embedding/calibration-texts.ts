/**
 * Questions, each with its answer and the answer in other words: twenty topics, all different. Sixty short texts are
 * one call to any provider, and about 900 tokens.
 */
export const calibrationTexts: readonly { question: string; answer: string; restated: string }[] = [
  {
    question: 'Where does Marta live now?',
    answer: 'Marta moved to Lisbon in the spring and rents a flat near the river.',
    restated: 'In spring Marta relocated to Lisbon, where she rents an apartment close to the river.',
  },
  {
    question: 'Which allergy does the boy have?',
    answer: 'The boy is allergic to peanuts and carries an adrenaline pen.',
    restated: 'The boy has a peanut allergy and always has an adrenaline pen with him.',
  },
  {
    question: 'How often is the database backed up?',
    answer: 'The database is backed up every night at two and copies are kept for thirty days.',
    restated: 'Backups of the database run nightly at 2 am and are retained for 30 days.',
  },
  {
    question: 'What car did my uncle buy?',
    answer: 'My uncle bought a used electric car with a range of three hundred kilometres.',
    restated: 'A second-hand electric car that goes 300 kilometres on a charge is what my uncle purchased.',
  },
  {
    question: 'What is the dog called?',
    answer: 'They adopted a brown puppy from the shelter and named him Biscuit.',
    restated: 'The brown puppy they took home from the animal shelter is called Biscuit.',
  },
  {
    question: 'When is the dentist appointment?',
    answer: 'The dentist can see you on Thursday at half past nine in the morning.',
    restated: 'Your appointment at the dentist is on Thursday morning at 9:30.',
  },
  {
    question: 'How do I bake sourdough bread?',
    answer: 'For sourdough bread let the dough rise overnight and bake it in a very hot oven.',
    restated: 'Sourdough bread is baked in a very hot oven after the dough has risen overnight.',
  },
  {
    question: 'Who won the football match?',
    answer: 'The home team won the football match three to one after a goal in the last minute.',
    restated: 'The football match ended 3:1 for the home side, which scored in the final minute.',
  },
  {
    question: 'Why was the flight delayed?',
    answer: 'The flight left two hours late because of thunderstorms over the airport.',
    restated: 'Thunderstorms above the airport delayed the flight by two hours.',
  },
  {
    question: 'What does the contract say about notice?',
    answer: 'Either side may end the contract with three months notice in writing.',
    restated: 'The contract can be terminated by both parties in writing, three months in advance.',
  },
  {
    question: 'Which instrument is she learning?',
    answer: 'She started cello lessons last year and practises every evening.',
    restated: 'Since last year she has been taking lessons on the cello and practises each evening.',
  },
  {
    question: 'How do vaccines protect people?',
    answer: 'Vaccines train the immune system to recognise a virus before an infection.',
    restated: 'By vaccination the immune system learns to recognise a virus before being infected.',
  },
  {
    question: 'What grows well in the shade of the garden?',
    answer: 'Ferns and hostas grow well in the shady corner of the garden.',
    restated: 'In the shaded corner of the garden, hostas and ferns do well.',
  },
  {
    question: 'How much did the company earn last quarter?',
    answer: 'The company earned twelve million euros in the last quarter, a fifth more than before.',
    restated: 'Last quarter the earnings of the company rose by 20 percent to 12 million euros.',
  },
  {
    question: 'Which novel should I read on holiday?',
    answer: 'Take the new detective novel set in Iceland with you on holiday.',
    restated: 'For your vacation, pack the new crime novel that plays in Iceland.',
  },
  {
    question: 'Why does the washing machine leak?',
    answer: 'The washing machine leaks because the rubber seal of its door is torn.',
    restated: 'A torn rubber seal at the door is why the washing machine is leaking.',
  },
  {
    question: 'What did the function return on empty input?',
    answer: 'The function returns null for an empty list instead of throwing an error.',
    restated: 'Given an empty list, the function does not throw but returns null.',
  },
  {
    question: 'When did the volcano last erupt?',
    answer: 'The volcano last erupted in 1902 and destroyed the harbour.',
    restated: 'The last eruption of the volcano, in 1902, destroyed the harbour.',
  },
  {
    question: 'How does my sister travel to work?',
    answer: 'My sister cycles to her office, and takes the tram when it rains.',
    restated: 'My sister goes to the office by bicycle, or by tram on rainy days.',
  },
  {
    question: 'What do they want for the wedding?',
    answer: 'For their wedding they wish for money towards a trip to Japan.',
    restated: 'As a wedding gift they would like a contribution to their journey to Japan.',
  },
]
