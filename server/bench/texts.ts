/** Texts for measurements: equal in length, different in words, the same in every run. */
const people = ['Ada', 'Boris', 'Chen', 'Divya', 'Elif', 'Farid', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kemi']
const acts = ['moved to', 'wrote a letter from', 'opened a studio in', 'planned a journey to', 'dreamt of']
const places = ['Lisbon', 'Tbilisi', 'Osaka', 'Bergen', 'Accra', 'Quito', 'Halifax', 'Trieste', 'Da Nang']
const reasons = [
  'after a long winter',
  'because rent was low',
  'for the spring',
  'with an old friend',
  'by train',
]
const things = ['kiln', 'telescope', 'bakery', 'garden', 'archive', 'violin', 'harbour', 'loom', 'bicycle']

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** A word that occurs in one text only. Letters only, so that stemming leaves it whole. */
export function uniqueWord(n: number): string {
  let word = 'zq'
  for (let rest = n + 1; rest > 0; rest = Math.floor(rest / 16)) word += 'bcdfghjklmnpqrtv'[rest % 16]
  return `${word}x`
}

/** About 120 characters: one chunk. */
export function shortText(n: number): string {
  const place = pick(places, n * 5)
  return `${pick(people, n)} ${pick(acts, n * 3)} ${place} ${pick(reasons, n * 7)} and spoke of a ${pick(things, n * 2)} called ${uniqueWord(n)}, number ${n}.`
}

/** A few paragraphs: several chunks. */
export function longText(n: number): string {
  const paragraph = (p: number) =>
    Array.from({ length: 8 }, (_, s) => shortText(n * 1_000 + p * 10 + s)).join(' ')
  return [0, 1, 2].map(paragraph).join('\n\n')
}
