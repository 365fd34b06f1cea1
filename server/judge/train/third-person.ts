/** Verbs that often follow "I"; others stay as they are, which a reader understands too. */
const plainVerbs =
  'live work like love hate eat drink need want use take get prefer think know play run teach own drive speak keep pay start finish sleep wear buy sell walk cook read write call see stay train travel swim sing'.split(
    ' ',
  )

const afterI: Record<string, string> = {
  "i'm": 'the user is',
  im: 'the user is',
  "i've": 'the user has',
  ive: 'the user has',
  "i'd": 'the user would',
  "i'll": 'the user will',
  'i am': 'the user is',
  'i have': 'the user has',
  'i do': 'the user does',
  "i don't": "the user doesn't",
  'i dont': "the user doesn't",
  "i haven't": "the user hasn't",
  'i go': 'the user goes',
  'i teach': 'the user teaches',
  'i study': 'the user studies',
  ...Object.fromEntries(plainVerbs.map(verb => [`i ${verb}`, `the user ${verb}s`])),
}

const pronouns: Record<string, string> = {
  i: 'the user',
  me: 'the user',
  my: "the user's",
  mine: "the user's",
  myself: 'themselves',
}

/** True for a sentence that begins with its speaker. */
export const beginsWithSpeaker = (sentence: string) => /^(i|my|im|ive|i['’](m|ve|d|ll))\b/i.test(sentence)

/** Writes "I live" as "The user lives", by rules that are good enough for training. */
export function toThirdPerson(sentence: string): string {
  const rewritten = sentence
    .replaceAll('’', "'")
    .replace(/\b(i'm|im|i've|ive|i'd|i'll|i(?: [a-z]+(?:'t)?)?|me|my|mine|myself)\b/gi, found => {
      const key = found.toLowerCase()
      const known = afterI[key] ?? pronouns[key]
      if (known) return known
      return key.startsWith('i ') ? `the user${found.slice(1)}` : found
    })
  return rewritten[0]!.toUpperCase() + rewritten.slice(1)
}
