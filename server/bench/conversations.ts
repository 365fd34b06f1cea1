/** Conversations in which people talk about themselves and about changes, the same in every run. */
const towns = ['Lisbon', 'Tbilisi', 'Osaka', 'Bergen', 'Accra', 'Quito', 'Halifax', 'Trieste']
const jobs = ['a baker', 'a nurse', 'a translator', 'a gardener', 'an archivist', 'a teacher', 'a plumber']
const dishes = ['ramen', 'khachapuri', 'bacalhau', 'fufu', 'locro', 'gnocchi', 'chowder']
const friends = ['Ada', 'Boris', 'Chen', 'Divya', 'Elif', 'Farid', 'Greta', 'Hiro']
const places = [
  'the harbour',
  'the observatory',
  'a pottery class',
  'the flea market',
  'the botanical garden',
]
const dogs = ['Bruno', 'Pixel', 'Mochi', 'Waffle', 'Juno']

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** One person's words in their nth conversation: some repeated, some new, some contradicting earlier ones. */
export function conversation(person: number, n: number): string {
  const at = person * 3 + n
  const said = [
    `I live in ${pick(towns, person + Math.floor(n / 4))} now.`,
    `By the way, I have read ${10 + n} books this year so far.`,
    `Yesterday I went to ${pick(places, at)} with ${pick(friends, at)}.`,
    `I work as ${pick(jobs, person + Math.floor(n / 7))}.`,
    `My dog is called ${pick(dogs, person)}.`,
    `I love ${pick(dishes, at)}.`,
  ]
  const [first, second] = [said[n % said.length]!, said[(n * 5 + 1) % said.length]!]
  return [
    `user: ${first} Can you recommend something for the weekend?`,
    'assistant: How about a walk along the river?',
    `user: Thanks! ${second}`,
    'assistant: Good to know.',
  ].join('\n')
}
