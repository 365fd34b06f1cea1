/** A public test collection in the terms of Reverie: texts to add, questions to ask, and the results to find. */
export type DataSet = {
  name: string
  /** Description of the figures, for their readers. */
  about: string
  texts: EvalText[]
  questions: Question[]
  /** The kind of key in `relevant`: whole documents, turns of a transcript, or turns stated as memories. */
  unit: 'document' | 'turn' | 'memory'
  /** Questions used to choose weights; figures are for the others. */
  tunedOn: string
  /** Whether to average the groups' means, where groups differ in size and kind, or all questions. */
  macro: boolean
  /** Whether the worst group is the set's figure, so that no language hides behind the others. */
  least?: boolean
}

/** One document to add. The `turns` of a transcript are its content, one line each, and can be requested singly. */
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
  /** Keys that should be found, and the worth of each. Empty when nothing answers the question. */
  relevant: ReadonlyMap<string, number>
  /** Something should be found but does not answer the question, because part of the answer was never said. */
  isUnanswered?: boolean
  group: string
  half: Half
}

/** A transcript as one document, one line per turn. */
export function transcript(
  key: string,
  container: string,
  turns: { key: string; line: string }[],
  documentDate?: string,
): EvalText {
  const content = turns.map(({ line }) => line).join('\n')
  return { key, container, content, turns, ...(documentDate && { documentDate }) }
}

/** A line break inside a turn would begin another turn. */
export const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim()

export const worthOne = (keys: Iterable<string>): Map<string, number> =>
  new Map(Array.from(keys, key => [key, 1]))

export const everyOther = (i: number): Half => (i % 2 === 0 ? 'tuned' : 'held-out')

/** Keys of the data set by the id of a document, chunk or memory, whichever a search returns. */
export type KeysOf = ReadonlyMap<string, string[]>
