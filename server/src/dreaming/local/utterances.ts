import { speakerLabel } from '../../lib/speaker-label.ts'
import type { Origin, Passage } from '../fact.ts'
import { restoreSubject } from './restore-subject.ts'

/** What one speaker said in a stretch of the text. */
export type Utterance = {
  start: number
  end: number
  origin: Origin
  /** Who says `I`, as a memory names them. Undefined where nobody is known to: then `I` says nothing. */
  self: string | undefined
}

const label = new RegExp(`${speakerLabel} *(?=\\S)`, 'gmu')
const bracketed = /^[[(]([^\])\n]{1,40})[\])]/

const roles: Record<string, Omit<Utterance, 'start' | 'end'>> = {
  user: { origin: 'user', self: 'The user' },
  human: { origin: 'user', self: 'The user' },
  assistant: { origin: 'assistant', self: 'The assistant' },
  ai: { origin: 'assistant', self: 'The assistant' },
  // What an application tells its model is neither said by the user nor by the assistant.
  system: { origin: 'document', self: undefined },
  developer: { origin: 'document', self: undefined },
  tool: { origin: 'tool', self: undefined },
  function: { origin: 'tool', self: undefined },
}

/** Of the labels in a form (`Name: …`, `Age: …`) hardly one comes twice; those of a conversation do. */
const leastShareRepeated = 0.6

/** Longer texts in the first person are somebody's, but not surely the user's. */
const longestNote = 600

type Label = {
  start: number
  end: number
  speaker: string
  who: Omit<Utterance, 'start' | 'end'> | undefined
}

/** Who says what. A text without speakers is one utterance of nobody, or of the user when it is a note of theirs. */
export function splitUtterances({ text, origin }: Passage): Utterance[] {
  const labels = Array.from(text.matchAll(label), toLabel)
  const times = new Map<string, number>()
  for (const { speaker } of labels) times.set(speaker, (times.get(speaker) ?? 0) + 1)
  const spoken = labels.filter(({ speaker, who }) => who !== undefined || times.get(speaker)! > 1)
  const isTranscript =
    spoken.length > 0 &&
    text.slice(0, spoken[0]!.start).trim() === '' &&
    (spoken[0]!.who !== undefined ||
      (spoken.length > 1 && spoken.length >= leastShareRepeated * labels.length))
  const lone = labels.length === 1 ? saidAlone(text, labels[0]!) : undefined
  if (lone) return [lone]
  if (isTranscript) return turnsOf(text, withOnce(text, labels, spoken))
  if (isExchange(text, labels)) return turnsOf(text, labels)
  return [{ start: 0, end: text.length, origin, self: selfOfNote(text, origin) }]
}

/** Among those who speak again and again, also who speaks once. */
function withOnce(text: string, labels: readonly Label[], spoken: readonly Label[]): Label[] {
  return labels.filter((label, i) => {
    const turn = text.slice(label.end, labels[i + 1]?.start).trim()
    return spoken.includes(label) || (isName(label.speaker) && isSpoken(turn))
  })
}

const turnsOf = (text: string, labels: readonly Label[]): Utterance[] =>
  labels.map(({ end, speaker, who }, i) => ({
    start: end,
    end: labels[i + 1]?.start ?? text.length,
    ...(who ?? { origin: 'user', self: speaker }),
  }))

/** What lines of forms and notes begin with, and nobody is called. */
const heading =
  /^(?:abstract|agenda|answer|author|background|conclusion|date|diary|dislikes|education|example|experience|food|goals?|hobb(?:y|ies)|ingredients|interests|job|journal|likes|location|mood|name|notes?|places?|plans?|questions?|recipe|reminder|skills|strengths|subject|summary|tips?|title|todo|topic|update|warning|weaknesses|work)$/i

/** Somebody is spoken to, or speaks of themselves or from the day it is: what a page does not do. */
const spoken =
  /\b(?:I|I['’]\w+|[Mm]e|[Mm]y|[Ww]e|us|[Oo]ur|[Yy]ou|[Yy]our|[Yy]esterday|[Tt]omorrow|[Tt]onight|(?:[Ll]ast|[Nn]ext|[Tt]his) (?:night|morning|afternoon|evening|week|weekend|month|year|\w+day)|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|ago)\b|[!?]|\b(?:[Ii]t|[Tt]hat|[Tt]here|[Hh]e|[Ss]he|[Ww]hat|[Ww]ho)['’]s\b|n['’]t\b/
const greeting = /^(?:hey|hi|hello|thanks|wow|yes|yeah|yep|nope|oh|ah|aw+|sure|sorry|guess)\b/i

/** Nor does a page leave out who did something: `Went to Rome in March.` */
const isSpoken = (text: string): boolean =>
  spoken.test(text) || greeting.test(text) || restoreSubject(text) !== text

const isName = (speaker: string): boolean =>
  /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u.test(speaker) && !heading.test(speaker)

/** `Ada: Went to Rome yesterday.` is Ada's, though there is no other turn to tell by. */
function saidAlone(text: string, { start, end, speaker, who }: Label): Utterance | undefined {
  if (who || start > 0 || !isName(speaker) || !isSpoken(text.slice(end).trim())) return undefined
  return { start: end, end: text.length, origin: 'user', self: speaker }
}

/** One asks, exclaims or says what one makes of it, which no line of a form does. */
const toSomebody =
  /[!?]|\byou(?:r|rs|['’]\w+)?\b|^(?:that|this|those|these|so|same|good|nice|great|cool|lovely|lucky|poor|gorgeous|what|how|sounds?|looks?|love|ha|aw+|oh|ouch|no|yes)\b/i

/** `Breathtaking.` */
const isOneWord = /^\p{L}+\.$/u

/** Two who each speak once: `Ada: When did you move? Ben: Last week!` */
function isExchange(text: string, labels: readonly Label[]): boolean {
  const [first, second] = labels
  if (labels.length !== 2 || text.slice(0, first!.start).trim() !== '') return false
  const turns = [text.slice(first!.end, second!.start).trim(), text.slice(second!.end).trim()]
  return (
    labels.every(({ speaker, who }) => who === undefined && isName(speaker)) &&
    turns.some(isSpoken) &&
    (turns.every(isSpoken) || turns.some(turn => toSomebody.test(turn) || isOneWord.test(turn)))
  )
}

function toLabel({ 0: all, 1: speaker, 2: name, index: start }: RegExpMatchArray): Label {
  const role = roles[(bracketed.exec(all)?.[1] ?? '').toLowerCase()] ?? roles[speaker!.toLowerCase()]
  const named = role?.origin === 'user' && name !== undefined ? { ...role, self: name } : role
  return { start: start!, end: start! + all.length, speaker: speaker!, who: named }
}

/** A few lines that begin with what the writer does or has are their own; a page that says `I` is not. */
function selfOfNote(text: string, origin: Origin): string | undefined {
  if (origin === 'user') return 'The user'
  if (origin !== 'document' || text.length > longestNote) return undefined
  return /^\s*(?:I|I['’](?:m|ve|d|ll)|My|We|Our)\s/.test(text) ? 'The user' : undefined
}
