import { plainLetters } from '../../platform/lib/plain-letters.ts'
import { speakerLabel } from '../../platform/lib/speaker-label.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import type { FactOrigin, Passage } from './fact.ts'
import { restoreSubject } from './restore-subject.ts'
import { heading, notQuoted, speechOpening, spoken, toSomebody } from './rules/speakers.ts'

/** A part of the text by one speaker. */
export type Utterance = {
  start: number
  end: number
  origin: FactOrigin
  /**
   * The person who says `I`, as memories name them. Undefined if unknown; then first-person sentences are ignored.
   */
  self: string | undefined
  /** One turn among others, rather than a whole text. */
  isTurn: boolean
}

type Speaker = Pick<Utterance, 'origin' | 'self'>

const label = new RegExp(`${speakerLabel} *(?=\\S)`, 'gu')
const bracketed = /^[[(]([^\])\n]{1,40})[\])]/

const roles: Record<string, Speaker> = {
  user: { origin: 'user', self: 'The user' },
  human: { origin: 'user', self: 'The user' },
  assistant: { origin: 'assistant', self: 'The assistant' },
  ai: { origin: 'assistant', self: 'The assistant' },
  // An application's words to its model are said by neither the user nor the assistant.
  system: { origin: 'document', self: undefined },
  developer: { origin: 'document', self: undefined },
  tool: { origin: 'tool', self: undefined },
  function: { origin: 'tool', self: undefined },
}

/** Labels of a form (`Name: …`, `Age: …`) hardly repeat; those of a conversation do. */
const minRepeatedShare = 0.6

type Label = {
  start: number
  end: number
  speaker: string
  who: Speaker | undefined
  /** `[10:32] Ada: `, not `Ada: `. */
  isBracketed: boolean
}

/**
 * Splits a text by speaker. The turns of a conversation are known. A text that a caller sent is a transcript or a
 * note of the user's. A page or a file may quote people by name. Any other text is one utterance without a speaker,
 * and so is a tool's output, whatever labels it contains and whoever says `I` in it.
 */
export function splitUtterances({ text, origin, turns }: Passage): Utterance[] {
  if (turns) return turns.filter(({ start }) => start < text.length).map(toUtterance)
  const labels = origin === 'user' || origin === 'document' ? likeTheFirst(labelsIn(text)) : []
  if (origin === 'user') return readTranscript(text, labels, origin) ?? [wholeText(text, origin, 'The user')]
  const mayQuote = labels.length > 1 && labels.every(mayBeQuoted)
  return (mayQuote && readTranscript(text, labels, origin)) || [wholeText(text, origin, undefined)]
}

const mayBeQuoted = ({ speaker, who }: Label): boolean =>
  who === undefined &&
  isName(speaker) &&
  isOneScript(speaker) &&
  !notQuoted.expression.test(plainLetters(speaker))

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  script => new RegExp(`\\p{Script=${script}}`, 'u'),
)
const isOneScript = (name: string): boolean => scripts.filter(script => script.test(name)).length < 2

function toUtterance({ start, end, role, name }: Turn): Utterance {
  const who = roles[role]!
  const self = role === 'user' && name !== undefined ? name : who.self
  return { start, end, origin: who.origin, self, isTurn: true }
}

const wholeText = (text: string, origin: FactOrigin, self: string | undefined): Utterance => ({
  ...{ start: 0, end: text.length, origin, self, isTurn: false },
})

const labelsIn = (text: string): Label[] => Array.from(text.matchAll(label), toLabel)

function readTranscript(text: string, labels: readonly Label[], origin: FactOrigin): Utterance[] | undefined {
  const times = new Map<string, number>()
  for (const { speaker } of labels) times.set(speaker, (times.get(speaker) ?? 0) + 1)
  const spoken = labels.filter(({ speaker, who }) => who !== undefined || times.get(speaker)! > 1)
  const isTranscript =
    spoken.length > 0 &&
    text.slice(0, spoken[0]!.start).trim() === '' &&
    (spoken[0]!.who !== undefined || (spoken.length > 1 && spoken.length >= minRepeatedShare * labels.length))
  const lone = labels.length === 1 ? saidAlone(text, labels[0]!) : undefined
  if (lone) return [lone]
  if (isTranscript) return turnsOf(text, withOnce(text, labels, spoken), origin)
  return isExchange(text, labels) ? turnsOf(text, labels, origin) : undefined
}

/**
 * A transcript writes its labels in one style. If the first label has no brackets or is a role, then a label with
 * brackets (`[10:32] user: `) or a name is part of the speech. If the user is called `user`, so is `Human: `.
 */
function likeTheFirst(labels: readonly Label[]): Label[] {
  const [first] = labels
  const ofUser = labels.find(({ who }) => who?.origin === 'user')?.speaker
  return labels.filter(
    ({ isBracketed, who, speaker }) =>
      isBracketed === first!.isBracketed &&
      (first!.who === undefined || (who !== undefined && (who.origin !== 'user' || speaker === ofUser))),
  )
}

/** Adds speakers who speak once among speakers who repeat. */
function withOnce(text: string, labels: readonly Label[], spoken: readonly Label[]): Label[] {
  return labels.filter((label, i) => {
    const turn = text.slice(label.end, labels[i + 1]?.start).trim()
    return spoken.includes(label) || (isName(label.speaker) && isSpoken(turn))
  })
}

const turnsOf = (text: string, labels: readonly Label[], origin: FactOrigin): Utterance[] =>
  labels.map(({ end, speaker, who }, i) => ({
    start: end,
    end: labels[i + 1]?.start ?? text.length,
    ...(who ?? { origin, self: speaker }),
    isTurn: true,
  }))

/** A page does not omit the subject either: `Went to Rome in March.` */
const isSpoken = (text: string): boolean =>
  spoken.expression.test(text) || speechOpening.expression.test(text) || restoreSubject(text) !== text

const isName = (speaker: string): boolean =>
  /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u.test(speaker) && !heading.expression.test(speaker)

/** `Ada: Went to Rome yesterday.` is said by Ada, even without another turn as evidence. */
function saidAlone(text: string, { start, end, speaker, who }: Label): Utterance | undefined {
  if (who || start > 0 || !isName(speaker) || !isSpoken(text.slice(end).trim())) return undefined
  return { start: end, end: text.length, origin: 'user', self: speaker, isTurn: true }
}

/** `Breathtaking.` */
const isOneWord = /^\p{L}+\.$/u

/** Two people who each speak once: `Ada: When did you move? Ben: Last week!` */
function isExchange(text: string, labels: readonly Label[]): boolean {
  const [first, second] = labels
  if (labels.length !== 2 || text.slice(0, first!.start).trim() !== '') return false
  const turns = [text.slice(first!.end, second!.start).trim(), text.slice(second!.end).trim()]
  return (
    labels.every(({ speaker, who }) => who === undefined && isName(speaker)) &&
    turns.some(isSpoken) &&
    (turns.every(isSpoken) || turns.some(turn => toSomebody.expression.test(turn) || isOneWord.test(turn)))
  )
}

function toLabel({ 0: all, 1: speaker, 2: name, index: start }: RegExpMatchArray): Label {
  const role = roles[(bracketed.exec(all)?.[1] ?? '').toLowerCase()] ?? roles[speaker!.toLowerCase()]
  const named = role?.origin === 'user' && name !== undefined ? { ...role, self: name } : role
  const isBracketed = bracketed.test(all)
  return { start: start!, end: start! + all.length, speaker: speaker!, who: named, isBracketed }
}
