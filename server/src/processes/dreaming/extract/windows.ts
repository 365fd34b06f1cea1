import type { Passage } from '../../../language/english/fact.ts'
import { splitUtterances } from '../../../language/english/split-utterances.ts'
import { speakerLabel } from '../../../platform/lib/speaker-label.ts'
import type { Turn } from '../../../platform/lib/turn.ts'

/**
 * A long document is read in windows, one per step. A step blocks its thread only briefly, and its cost does not
 * depend on the length of the document.
 */

/** As much text as a model reads carefully at once. The local rules need less than a second for it. */
export const windowCharacters = 12_000
/** Characters before a window in which pronouns such as `she` are resolved. */
export const contextCharacters = 2_000

/** The part of a document that a step loads. Positions are in UTF-16 code units of the document's text. */
export type LoadedText = {
  /** Start of `unread`. */
  from: number
  /** The text before `from`, or its end. */
  context: string
  /** The text from `from` on: one window, and at least one character more unless the document ends there. */
  unread: string
  /** The label of the turn that continues at `from`, where a transcript was cut; empty if it was not recorded. */
  speaker: string | null
  /** True when `context` is all the text before `from`. */
  isFromStart: boolean
  turns?: readonly Turn[] | null | undefined
}

/** A text to read, with its position in the document. */
export type TextWindow = Pick<Passage, 'text' | 'from' | 'turns'> & {
  /** Added to a position in `text`, it gives the position in the document. */
  offset: number
  /** Length of the unread text in this window. */
  length: number
}

/** The next window of a document. It ends after a whole turn, paragraph, line, sentence or word. */
export function nextWindow(part: LoadedText): TextWindow {
  const { from, unread, turns } = part
  const starts = turns?.map(({ start }) => start - from)
  const length = findWindowEnd(unread, 0, starts)
  const before = turns ? part.context : contextOf(part)
  const text = before + unread.slice(0, length)
  const offset = from - before.length
  return {
    ...{ text, from: before.length, offset, length },
    ...(turns && { turns: turnsIn(turns, offset, text.length) }),
  }
}

/** Marks the text as a continuation, so that a label in it does not look like the beginning of a transcript. */
const goesOn = '…\n'
const label = new RegExp(`${speakerLabel} *(?=\\S)`, 'mu')

/**
 * The context before the unread text. The extractor recognises a transcript by its beginning, so a window of a
 * transcript begins with a label, and a window of any other text does not.
 */
function contextOf({ context, speaker, isFromStart }: LoadedText): string {
  if (isFromStart) return context
  if (speaker === null) return goesOn + context
  const first = label.exec(context)
  return first ? context.slice(first.index) : (speaker || goesOn) + context
}

/** The label of the last turn of a passage that is a transcript. */
export function speakerAtEnd(passage: Passage): string | null {
  if (passage.turns) return null
  const last = splitUtterances(passage).at(-1)
  if (!last || last.start === 0) return null
  const line = passage.text.slice(passage.text.lastIndexOf('\n', last.start - 1) + 1, last.start)
  return isLabel.test(line) ? line : null
}

const isLabel = new RegExp(`${speakerLabel} *$`, 'u')

/** The turns that overlap a part of the text, with positions in that part. */
export function turnsIn(turns: readonly Turn[], offset: number, length: number): Turn[] {
  return turns
    .filter(({ start, end }) => end > offset && start < offset + length)
    .map(turn => ({
      ...turn,
      start: Math.max(0, turn.start - offset),
      end: Math.min(length, turn.end - offset),
    }))
}

/** The end of a window that begins at `start`: after the last whole turn, paragraph, line, sentence or word. */
export function findWindowEnd(text: string, start: number, turnStarts: readonly number[] = []): number {
  const latest = start + windowCharacters
  if (latest >= text.length) return text.length
  const earliest = start + windowCharacters / 2
  const turn = turnStarts.findLast(at => at > earliest && at <= latest)
  if (turn !== undefined) return turn
  for (const gap of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(gap, latest - gap.length)
    if (at > earliest) return at + gap.length
  }
  return isPair(text, latest) ? latest - 1 : latest
}

/** Whether a cut at this position would split a surrogate pair. */
const isPair = (text: string, at: number): boolean => text.codePointAt(at - 1)! > 0xffff

/** Counts characters as Postgres does. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
