/** The life of a made-up person, for screenshots: what she said to an assistant, and the papers of her studio. */

export type Talk = { daysAgo: number; tag: string; title: string; turns: [user: string, assistant: string][] }
export type Paper = {
  daysAgo: number
  tag: string
  name: string
  type: string
  text: string
  metadata?: Record<string, string | number | string[]>
}

export const talks: readonly Talk[] = [
  {
    daysAgo: 190,
    tag: 'mara',
    title: 'A new city',
    turns: [
      [
        'My name is Mara Lindqvist. I live in London and I work as a graphic designer at Penfield.',
        'Nice to meet you, Mara.',
      ],
      ['I am vegetarian, and I am allergic to hazelnuts.', 'I will keep that in mind for recipes.'],
      ['My sister Elin lives in Malmö with her two children.', 'Do you see each other often?'],
    ],
  },
  {
    daysAgo: 168,
    tag: 'mara',
    title: 'The move',
    turns: [
      ['I moved from London to Lisbon in June 2026.', 'How do you like it so far?'],
      [
        'I love the light. I rent a flat in Graça with a small balcony, and I adopted a cat called Miso.',
        'Miso is a lovely name.',
      ],
      ['I quit my job at Penfield. I now run a ceramics studio called Barro Norte.', 'That is a big step.'],
    ],
  },
  {
    daysAgo: 120,
    tag: 'mara',
    title: 'Language and mornings',
    turns: [
      ['I am learning Portuguese. My teacher is called Inês, and we meet every Tuesday.', 'Bom trabalho!'],
      ['I prefer short answers in the morning, because I read them on the tram.', 'Short it is.'],
      ['I drink tea, never coffee.', 'Noted.'],
    ],
  },
  {
    daysAgo: 74,
    tag: 'mara',
    title: 'Running',
    turns: [
      [
        'I am training for the Lisbon half marathon in March 2027.',
        'Would you like a plan for sixteen weeks?',
      ],
      [
        'Yes. I run on Mondays, Wednesdays and Saturdays, and never before seven.',
        'I will plan around that.',
      ],
    ],
  },
  {
    daysAgo: 41,
    tag: 'mara',
    title: 'A visit',
    turns: [
      ['Elin visits me in the second week of December 2026.', 'Shall I look for a table for four?'],
      ['Yes, but no fish: her son Axel is allergic to shellfish.', 'I will look for a place without.'],
      ['My favourite restaurant is Senhor Uva.', 'It has a good vegetarian menu.'],
    ],
  },
  {
    daysAgo: 12,
    tag: 'mara',
    title: 'A larger kiln',
    turns: [
      ['I ordered a larger kiln from Nabertherm. It arrives on 4 December 2026.', 'Does it need a new line?'],
      [
        'Yes, the electrician Duarte installs three-phase power on 1 December.',
        'I will remind you the day before.',
      ],
      ['I work at the studio from Tuesday to Saturday.', 'So Mondays are free.'],
    ],
  },
  {
    daysAgo: 3,
    tag: 'mara',
    title: 'Back to coffee',
    turns: [
      ['I drink coffee again, one cup after lunch.', 'Then I forget about the tea.'],
      ['I moved to a flat in Alfama last week.', 'Congratulations on the new place.'],
    ],
  },
  {
    daysAgo: 22,
    tag: 'customer_114',
    title: 'Ticket 4812',
    turns: [
      [
        'Hello, I am Tomás Reis. I ordered twelve bowls, and two arrived broken.',
        'I am sorry. We send two new ones this week.',
      ],
      ['Thank you. I prefer delivery in the afternoon.', 'The courier comes after two.'],
    ],
  },
  {
    daysAgo: 8,
    tag: 'customer_208',
    title: 'Ticket 4903',
    turns: [
      [
        'I am Hanna Vogel and I run a hotel in Porto. We need sixty cups by February 2027.',
        'We can fire them in January.',
      ],
      ['I like the speckled glaze best.', 'Speckled white it is.'],
    ],
  },
]

const note = (daysAgo: number, name: string, text: string, metadata?: Paper['metadata']): Paper => ({
  ...{ daysAgo, tag: 'studio', name, type: 'text/markdown', text },
  ...(metadata && { metadata }),
})

export const papers: readonly Paper[] = [
  note(
    160,
    'studio/handbook.md',
    '# Studio handbook\n\n## Opening hours\n\nThe studio is open from Tuesday to Saturday, from ten to seven. On Thursdays it closes at nine in the evening.\n\n## Cleaning up\n\nWipe the wheel and the table with a wet sponge after each session. Clay must never go down the sink.\n\n## Membership\n\nA membership costs 60 euros a month and includes a shelf and twenty kilograms of clay.',
    { project: 'studio', kind: 'handbook' },
  ),
  note(
    131,
    'glazes/speckled-white.md',
    '# Speckled white\n\nNepheline syenite 34, silica 26, whiting 18, kaolin 14, zinc oxide 8. Add 2 % granular ilmenite for the speckle.\n\nFire to cone 6 with a ten-minute hold. It crawls on bisque that was fired below 980 degrees.',
    { project: 'glazes', cone: 6, kind: 'recipe' },
  ),
  note(
    129,
    'glazes/celadon.md',
    '# Celadon\n\nPotash feldspar 27, silica 34, whiting 20, kaolin 19, red iron oxide 1. Only in reduction, cone 10.\n\nThe blue comes from slow cooling between 1,100 and 950 degrees.',
    { project: 'glazes', cone: 10, kind: 'recipe' },
  ),
  note(
    128,
    'glazes/tenmoku.md',
    '# Tenmoku\n\nPotash feldspar 45, silica 27, whiting 18, kaolin 10, red iron oxide 8. Thick on the rim it breaks to rust.\n\nKeep it two centimetres off the foot: it runs.',
    { project: 'glazes', cone: 10, kind: 'recipe' },
  ),
  note(
    110,
    'suppliers/price-list-2026.md',
    '# Price list of Argila do Tejo, 2026\n\n| Article | Unit | Price |\n|---|---|---|\n| Stoneware, white | 12.5 kg | 14.90 € |\n| Stoneware, speckled | 12.5 kg | 17.40 € |\n| Porcelain | 10 kg | 21.00 € |\n\nDelivery on Wednesdays. Orders over 300 euros are delivered free of charge.',
    { project: 'suppliers', kind: 'prices' },
  ),
  note(
    96,
    'workshops/wheel-for-beginners.md',
    '# Wheel for beginners\n\nSix people, three evenings. First evening: centring and pulling. Second: trimming the foot. Third: glazing.\n\nThe fee is 145 euros and includes clay, glaze and two firings.',
    { project: 'workshops', seats: 6 },
  ),
  note(
    90,
    'workshops/raku-day.md',
    '# Raku day\n\nOutside, weather permitting, with eight people at most. Bring closed shoes and clothes of cotton.\n\nThe fee is 95 euros. The next one is on 21 November 2026.',
    { project: 'workshops', seats: 8 },
  ),
  note(
    60,
    'minutes/2026-09-19.md',
    '# Meeting of 19 September\n\nPresent: Mara, Rui, Beatriz.\n\nWe raise the membership to 65 euros from January. Rui repairs the slab roller. Beatriz asks the landlord about three-phase power.',
    { project: 'studio', kind: 'minutes' },
  ),
  note(
    33,
    'minutes/2026-10-16.md',
    '# Meeting of 16 October\n\nPresent: Mara, Beatriz.\n\nThe landlord agrees to three-phase power if we pay the electrician. Beatriz leads the raku day. The open studio is on 12 December.',
    { project: 'studio', kind: 'minutes' },
  ),
  note(
    18,
    'minutes/2026-10-31.md',
    '# Meeting of 31 October\n\nPresent: Mara, Rui, Beatriz.\n\nWe order the larger kiln. The old one goes to the school in Loures. Rui writes to the insurance.',
    { project: 'studio', kind: 'minutes' },
  ),
  note(
    27,
    'orders/hotel-porto.md',
    '# Order of Hotel Aurora, Porto\n\nSixty cups of 180 ml in speckled white, by 12 February 2027. Price: 19 euros each. A third is paid in advance.',
    { project: 'orders', customer: 'Hotel Aurora', pieces: 60 },
  ),
  note(
    25,
    'orders/restaurant-uva.md',
    '# Order of Senhor Uva\n\nTwenty-four dinner plates of 26 cm and twenty-four bowls in celadon. Delivered on 3 November 2026. One plate had a crack and was replaced.',
    { project: 'orders', customer: 'Senhor Uva', pieces: 48 },
  ),
  note(
    15,
    'kiln/firing-log.md',
    '# Firing log\n\n- 2 November: bisque, 1,000 degrees, eleven hours. Fine.\n- 5 November: cone 6, speckled white. Two cups crawled on the lower shelf.\n- 9 November: cone 6 with a slower start. No crawling.\n- 14 November: thermocouple replaced, because it read 15 degrees low.',
    { project: 'kiln', kind: 'log' },
  ),
  note(
    6,
    'kiln/three-phase-offer.md',
    '# Offer of Duarte Instalações\n\nThree-phase line of 32 A from the main panel, with a cut-off beside the door: 1,240 euros. Work on 1 December 2026, from eight to five.',
    { project: 'kiln', kind: 'offer' },
  ),
  {
    ...{ daysAgo: 44, tag: 'studio', name: 'kiln/controller.py', type: 'text/x-python' },
    text: '"""Ramp and hold of the kiln controller."""\n\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Segment:\n    degrees_per_hour: int\n    target: int\n    hold_minutes: int = 0\n\n\nBISQUE = [Segment(60, 120, 60), Segment(100, 600), Segment(150, 1000, 10)]\n\n\ndef hours(segments, start=20):\n    """Hours that a firing takes, without cooling."""\n    total = 0.0\n    for segment in segments:\n        total += (segment.target - start) / segment.degrees_per_hour + segment.hold_minutes / 60\n        start = segment.target\n    return total\n',
    metadata: { project: 'kiln', kind: 'code' },
  },
  {
    ...{ daysAgo: 52, tag: 'studio', name: 'press/article.html', type: 'text/html' },
    text: '<!doctype html><html lang="en"><head><title>Ten studios to visit in Lisbon</title></head><body><article><h1>Ten studios to visit in Lisbon</h1><p>Barro Norte is a small ceramics studio near the river. Mara Lindqvist opened it in July 2026 with two friends.</p><p>Visitors can watch the throwing on Saturdays and buy pieces with small faults at half the price.</p></article></body></html>',
    metadata: { project: 'press' },
  },
]

export const notes: readonly { daysAgo: number; tag: string; text: string }[] = [
  { daysAgo: 58, tag: 'mara', text: 'Book: The Unknown Craftsman by Yanagi. I finished it in one weekend.' },
  {
    daysAgo: 49,
    tag: 'mara',
    text: 'My dentist is Dr. Sousa at Rua da Graça 14. Next visit: 9 January 2027.',
  },
  { daysAgo: 30, tag: 'mara', text: 'Rui is my business partner. He studied chemistry in Aveiro.' },
  { daysAgo: 16, tag: 'mara', text: 'I want to take part in the fair of Caldas da Rainha in May 2027.' },
  {
    daysAgo: 5,
    tag: 'mara',
    text: 'Miso weighs 4.2 kg and needs a vaccination in January 2027. The vet is Clínica da Mouraria.',
  },
  { daysAgo: 1, tag: 'mara', text: 'Beatriz and I signed up for a workshop on wood firing in Coimbra.' },
  { daysAgo: 9, tag: 'household', text: 'The rent is due on the 5th of each month, 1,150 euros.' },
  {
    daysAgo: 9,
    tag: 'household',
    text: 'The wifi router is behind the bookshelf. Rubbish is collected on Fridays.',
  },
]

/** Questions with the document that answers them. */
export const golden: readonly { question: string; answeredBy: string; tag: string }[] = [
  { question: 'how long does the bisque firing take?', answeredBy: 'Kiln manual', tag: 'studio' },
  { question: 'what makes speckled white crawl?', answeredBy: 'Speckled white', tag: 'studio' },
  { question: 'when is clay delivered?', answeredBy: 'Price list of Argila do Tejo, 2026', tag: 'studio' },
  { question: 'what does a membership cost?', answeredBy: 'Studio handbook', tag: 'studio' },
  { question: 'when is the open studio?', answeredBy: 'Meeting of 16 October', tag: 'studio' },
  { question: 'why was the thermocouple replaced?', answeredBy: 'Firing log', tag: 'studio' },
]
