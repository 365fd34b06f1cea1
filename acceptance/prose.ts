const subjects = [
  'The committee',
  'A farmer',
  'Our neighbour',
  'The old printer',
  'One engineer',
  'The choir',
]
const verbs = ['repaired', 'painted', 'described', 'measured', 'forgot', 'borrowed', 'counted']
const objects = ['the copper kettle', 'a bicycle', 'seven windows', 'the harbour map', 'a wooden ladder']
const ends = [
  'before lunch',
  'in the rain',
  'without a word',
  'on a Tuesday',
  'for the second time',
  'by candlelight',
]

/** Returns about this many characters of English, always the same. A long text keeps a worker busy for a while. */
export function prose(characters: number): string {
  let text = ''
  for (let i = 0; text.length < characters; i++) {
    const pick = (from: string[], step: number) => from[Math.floor(i / step) % from.length]
    text += `${pick(subjects, 1)} ${pick(verbs, 2)} ${pick(objects, 3)} ${pick(ends, 5)}, number ${i}.`
    text += i % 8 === 7 ? '\n\n' : ' '
  }
  return text
}
