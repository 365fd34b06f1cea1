import { type AnswerKind, kinIn, namesIn, type Question } from '../../../language/english/read-question.ts'

/**
 * Signs that a memory answers a question. `dense` and `lexical` are from 0 to 1. The others are from -1 to 1, and 0 where the
 * words do not tell. `weights.ts` gives the weight of each.
 */
export type Signals = {
  dense: number
  lexical: number
  /** The question and the memory are about the owner; -1: the memory is about somebody else. */
  owner: number
  /** The share of the names in the question that the memory has; -1: it has none of them. */
  named: number
  /** The memory has another name or number in place of the one that the question has. */
  otherName: number
  /** The memory has the kin in the question; -1: it has other kin. */
  kin: number
  /** The memory has the kind of answer that is asked for: a time, a place, a number, a name. */
  answer: number
  /** The judged attribute of the memory is one that the question asks for. */
  attribute: number
  /** The memory tells how something was, and the question does not ask for that. */
  past: number
  /** The memory tells how something changed to what it is now. 0 if the question asks for what was. */
  changed: number
  /** How late the memory was said among those found: a later one may say what has changed. 0 if the question asks for what was. */
  recent: number
  /** How much better the passage that the memory comes from matches the question, token by token, than the memory lets expect. */
  passage: number
  /** The same for the words of the question that are no names. `What is Ada's surname?` is not answered by all that is known of Ada. */
  focus: number
}

export type ComparedMemory = {
  text: string
  about: string | null
  attribute: string | null
  dense: number
  lexical: number
  /** How late it was said among those found, -1 to 1. */
  recency: number
}

export function signalsOf(question: Question, memory: ComparedMemory): Signals {
  const { text, dense, lexical } = memory
  const words = wordsSaid(text)
  return {
    ...{ dense, lexical },
    owner: ownerSignal(question, memory.about, words),
    ...nameSignals(question, text),
    kin: kinSignal(question, words),
    answer: question.answer === undefined ? 0 : holds[question.answer].test(words) ? 1 : -1,
    attribute: attributeSignal(question, memory.attribute),
    past: !question.asksForPast && tellsOfPast.test(words) ? 1 : 0,
    changed: !question.asksForPast && tellsOfChange.test(words) ? 1 : 0,
    recent: question.asksForPast ? 0 : memory.recency,
    passage: 0,
    focus: 0,
  }
}

/**
 * The similarity of a passage to all words of a question, and to those that are no names. `asked` is undefined if there are none.
 */
export type PassageSimilarity = { whole: number; asked: number | undefined }

/**
 * Adds the similarity of the memory's passage, less what it is on average for memories that are so similar themselves (least
 * squares over 15,861 memories found for 460 questions). So a memory without a passage, as one written through the API, has no
 * disadvantage.
 */
export function withPassage(signals: Signals, { whole, asked }: PassageSimilarity): Signals {
  const { dense, lexical } = signals
  return {
    ...signals,
    passage: whole - (0.13 + 0.19 * dense + 0.43 * lexical),
    focus: asked === undefined ? 0 : asked - (0.14 + 0.3 * dense + 0.25 * lexical),
  }
}

const quotation = /^.{1,80}? (?:says|said)(?: [^:“]{1,40})?: “(?<said>.*)”\.?$/su

/** The words of a memory without those that only tell who said them. */
export function wordsSaid(text: string): string {
  return (quotation.exec(text)?.groups?.said ?? text).replaceAll('’', "'")
}

const firstPerson = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself|we|we're|we've|our|ours|us)\b/i
const ofUser = /\bthe user\b/i

/** `My sister`, `The user's brother`: the kin of the owner, not the owner. */
const ofKin = /^(?:my|our|the user's) (\p{L}+(?: \p{L}+)?)/iu
/** `She`, `Ada`, `Ada Lovelace's`. */
const ofOther =
  /^(?:he|she|they|(?!I\b|The\b|This\b|That\b|These\b|There\b|It\b|An?\b|In\b|On\b|At\b|No\b|Not\b|We\b|My\b|Our\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*(?:'s)?) (?:is|was|has|had|\p{Ll}+s|\p{Ll}+ed)\b/u

/** A question with a name or kin in it is about them, which the other signals weigh. */
function ownerSignal({ isFirstPerson, names, kin }: Question, about: string | null, words: string): number {
  if (!isFirstPerson || names.length > 0 || kin.size > 0) return 0
  if (about === 'owner') return 1
  if (about === 'person') return -1
  const [, relation] = ofKin.exec(words) ?? []
  if (relation !== undefined && kinIn(relation).size > 0) return -1
  if (ofUser.test(words) || firstPerson.test(words)) return 1
  return ofOther.test(words) ? -1 : 0
}

const nameWord = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}&./_-]*[\p{L}\p{N}])?/gu

function nameSignals({ names }: Question, text: string): Pick<Signals, 'named' | 'otherName'> {
  if (names.length === 0) return { named: 0, otherName: 0 }
  const words = new Set(text.toLowerCase().match(nameWord))
  const held = names.map(name => name.filter(word => words.has(word)).length / name.length)
  const share = held.reduce((sum, each) => sum + each, 0) / names.length
  if (share === 1) return { named: 1, otherName: 0 }
  const asked = new Set(names.flat())
  // `Tannery Road` for `Tannery Street`, or no name of the question and another one in its place.
  const isOther = (name: readonly string[]) =>
    share === 0 ? !name.some(word => asked.has(word)) : new Set(name.map(word => asked.has(word))).size === 2
  const others = namesIn(wordsSaid(text), { withFirst: true }).filter(isOther)
  return { named: share === 0 ? -1 : share, otherName: others.length > 0 ? 1 : 0 }
}

function kinSignal({ kin }: Question, words: string): number {
  if (kin.size === 0) return 0
  const held = kinIn(words)
  if ([...kin].some(each => held.has(each))) return 1
  return held.size > 0 ? -1 : 0
}

function attributeSignal({ attributes }: Question, attribute: string | null): number {
  if (attributes.size === 0 || attribute === null || attribute === 'other') return 0
  return attributes.has(attribute) ? 1 : -1
}

const numeral =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|once|twice'
const time =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|in may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|tonight|mornings?|afternoons?|evenings?|noon|midnight|week(?:end)?s?|months?|years?|spring|summer|autumn|winter|christmas|easter|o'clock"
const name = /(?:^|[^.!?:“"]\s)(?!I\b)\p{Lu}\p{Ll}/u
const holds: Record<AnswerKind, RegExp> = {
  time: new RegExp(`\\d|\\b(?:${time}|${numeral})\\b`, 'i'),
  place: /\b(?:in|at|to|from|near|on|by|under|behind|next to|above|into|inside|outside|via)\b/i,
  person: name,
  amount: new RegExp(`\\d|\\b(?:${numeral})\\b`, 'i'),
  name,
}

const tellsOfPast =
  /\b(?:used to|back then|back in (?:the|my|19|20)|formerly|previously|in those days|as a (?:child|kid|boy|girl|student)|years ago)\b/i

const month = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const tellsOfChange = new RegExp(
  `\\b(?:now|no longer|any ?more|instead|moved|moves|changed|switch(?:ed|ing)|replaced|turned|t(?:akes|ook|aking) over|upgraded|gone|stopped|(?:from|since) (?:\\d|next|(?:${month})|(?:mon|tues|wednes|thurs|fri|satur|sun)day))`,
  'i',
)
