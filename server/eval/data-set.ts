/** A public test collection in the terms of Reverie: texts to add, questions to ask, and what should be found. */
export type DataSet = {
  name: string
  /** What the figures are about, for whoever reads them. */
  about: string
  texts: EvalText[]
  questions: Question[]
  /** What the questions' `relevant` names: whole documents, turns of a transcript, or turns that were stated as memories. */
  unit: 'document' | 'turn' | 'memory'
  /** Which questions were looked at when weights were chosen; figures are of the others. */
  tunedOn: string
  /** The mean of the groups' means, where groups differ in size and kind; otherwise the mean of all questions. */
  macro: boolean
  /** The worst group is the set's figure: a language must not hide behind the others. */
  least?: boolean
}

/** One document to add. A transcript's `turns` are its content, one line each, and can be asked for singly. */
export type EvalText = {
  key: string
  container: string
  content: string
  documentDate?: string
  turns?: { key: string; line: string }[]
}

export type Half = 'tuned' | 'held-out'

export type Question = {
  id: string
  container: string
  text: string
  /** What should be found, and how much each is worth. Empty: nothing answers it. */
  relevant: ReadonlyMap<string, number>
  /** Something should be found, but it does not answer: part of what is asked for was never said. */
  isUnanswered?: boolean
  group: string
  half: Half
}

/** A transcript as one document: a line for each turn. */
export function transcript(
  key: string,
  container: string,
  turns: { key: string; line: string }[],
  documentDate?: string,
): EvalText {
  const content = turns.map(({ line }) => line).join('\n')
  return { key, container, content, turns, ...(documentDate && { documentDate }) }
}

/** Line breaks inside of a turn would begin another. */
export const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim()

export const worthOne = (keys: Iterable<string>): Map<string, number> =>
  new Map(Array.from(keys, key => [key, 1]))

export const everyOther = (i: number): Half => (i % 2 === 0 ? 'tuned' : 'held-out')

/** What a result of a search is called in the data set: by the id of a document, chunk or memory, whichever is asked for. */
export type KeysOf = ReadonlyMap<string, string[]>
