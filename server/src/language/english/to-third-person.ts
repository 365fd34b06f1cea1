import { kinship, peopleNouns } from './lexicon.ts'
import { isModal, isPast, mayBeVerb, toThirdPersonVerb } from './verbs.ts'
import type { TaggedWord } from './words.ts'

const contracted: Record<string, string> = { "'m": 'is', "'re": 'are', "'ve": 'has', "'ll": 'will' }
const oneself = new Set(['i', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our', 'ours', 'ourselves'])
const others = new Set(['they', 'them', 'their', 'theirs'])
const isOneself = ({ lower, text }: TaggedWord) => oneself.has(lower) && text !== 'US'

/** `The Last of Us`: part of a name. */
const isInName = (words: readonly TaggedWord[], i: number): boolean => words[i]!.text === 'Us' && i > 0

export const isFirstPerson = (words: readonly TaggedWord[]): boolean => words.some(isOneself)

/**
 * Retells a first-person sentence in the third person: `I've had my cat for a year` becomes `The user has had their
 * cat for a year`. After the first mention it uses `they`, unless that could mean somebody else.
 */
export function toThirdPerson(self: string, text: string, words: readonly TaggedWord[]): string {
  const telling = { self, namesOthers: mayBeConfused(words), isNamed: false }
  let told = ''
  let end = 0
  for (let i = 0; i < words.length; ) {
    const { said, taken } = tellWord(telling, words, i)
    told += text.slice(end, words[i]!.start) + (told === '' ? said : lowerSelf(said, self))
    end = words[i + taken - 1]!.end
    i += taken
  }
  return capitalized(told + text.slice(end))
}

/** `they` could also mean other people in the sentence. */
const mayBeConfused = (words: readonly TaggedWord[]): boolean =>
  words.some(({ lower }) => others.has(lower)) &&
  words.some(({ lower }) => kinship.has(lower) || peopleNouns.has(lower))

type NarrationState = { self: string; namesOthers: boolean; isNamed: boolean; isPresent?: boolean }

function tellWord(
  telling: NarrationState,
  words: readonly TaggedWord[],
  i: number,
): { said: string; taken: number } {
  const { lower, text } = words[i]!
  if (isInName(words, i)) return { said: text, taken: 1 }
  const isFirst = !telling.isNamed
  const named = isFirst || telling.namesOthers
  if (isOneself(words[i]!) && !lower.endsWith('s') && lower !== 'myself') telling.isNamed = true
  switch (text === 'US' ? '' : lower) {
    case 'i':
      return tellSubject(telling, words, i, named ? telling.self : 'they', named)
    case 'we':
      return tellSubject(telling, words, i, named ? `${telling.self} and others` : 'they', false)
    case 'my':
    case 'our':
      return { said: named ? `${telling.self}'s` : 'their', taken: 1 }
    case 'mine':
    case 'ours':
      return { said: named ? `${telling.self}'s` : 'theirs', taken: 1 }
    case 'me':
      return { said: named ? telling.self : 'them', taken: 1 }
    case 'us':
      return { said: named ? `${telling.self} and others` : 'them', taken: 1 }
    case 'myself':
    case 'ourselves':
      return { said: 'themselves', taken: 1 }
    default:
      return { said: telling.isPresent && goesOn(words, i) ? toThirdPersonVerb(text) : text, taken: 1 }
  }
}

/** The subject and its verb, including adverbs between them. */
function tellSubject(
  telling: NarrationState,
  words: readonly TaggedWord[],
  i: number,
  subject: string,
  isSingular: boolean,
) {
  const next = words[i + 1]
  telling.isPresent = false
  if (next === undefined) return { said: subject, taken: 1 }
  if (next.lower === "'d") return { said: `${subject} ${isDone(words[i + 2]) ? 'had' : 'would'}`, taken: 2 }
  const short = contracted[next.lower]
  if (short !== undefined) {
    telling.isPresent = isSingular && short !== 'will'
    return { said: `${subject} ${isSingular ? short : pluralOf(short)}`, taken: 2 }
  }
  let at = i + 1
  if (words[at]?.lower === 'no' && words[at + 1]?.lower === 'longer') at += 2
  while (words[at]?.pos === 'ADV' && !mayBeVerb(words[at]!.lower, 'ADV')) at++
  const verb = words[at]
  if (verb === undefined || verb.pos === 'PUNCT') return { said: subject, taken: 1 }
  telling.isPresent = isSingular && isPlainPresent(verb)
  const form = isSingular ? toThirdPersonVerb(verb.lower) : pluralOf(verb.lower)
  const between = words.slice(i + 1, at).map(({ text }) => text)
  return { said: [subject, ...between, form === verb.lower ? verb.text : form].join(' '), taken: at - i + 1 }
}

const pluralOf = (verb: string): string => ({ am: 'are', is: 'are', has: 'have', was: 'were' })[verb] ?? verb

const isDone = (word: TaggedWord | undefined): boolean =>
  word !== undefined &&
  (isPast(word.lower) ||
    ['been', 'never', 'always', 'already', 'just', 'gone', 'done', 'seen'].includes(word.lower))

const isPlainPresent = ({ lower }: TaggedWord): boolean =>
  !isModal(lower) && !isPast(lower) && !['do', 'has', 'is'].includes(lower) && !lower.endsWith('ing')

/** A second verb of the same subject: `lives in Rome and works there`, but not `likes to sing and dance`. */
export function goesOn(words: readonly TaggedWord[], i: number): boolean {
  const [before, word, after] = [words[i - 1], words[i]!, words[i + 1]]
  if (before === undefined || !['and', 'but', 'or'].includes(before.lower)) return false
  if (!mayBeVerb(word.lower, word.pos) || isPast(word.lower) || /(?:ing|s|en)$/.test(word.lower)) return false
  if (after !== undefined && ['is', 'are', 'was', 'were', 'has', 'have', "'s"].includes(after.lower))
    return false
  const last = words.slice(0, i - 1).findLastIndex(({ pos }) => pos === 'VERB' || pos === 'AUX')
  return (
    last < 1 ||
    !['to', 'can', 'could', 'will', 'would', 'should', 'and', 'or'].includes(words[last - 1]!.lower)
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `The user` becomes `the user` inside a sentence; a name is unchanged. */
const lowerSelf = (said: string, self: string): string =>
  self.startsWith('The ') && said.startsWith(self) ? `the${said.slice(3)}` : said
