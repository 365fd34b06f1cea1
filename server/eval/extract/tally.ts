import { roundTo } from '../../src/platform/lib/round-to.ts'
import { compareJoined } from './compare-joined.ts'
import type { Reference } from './engines.ts'
import type { Fixture } from './fixtures.ts'
import type { Reading } from './reader.ts'
import { compareTokens } from './text-measures.ts'

export type Judged = {
  file: string
  extension: string
  tags: string[]
  seconds: number
  pages: number
  /** Undefined when text was found. */
  code?: string
  message?: string
  /** The engine whose reading it is compared with. */
  engine?: string
  /** Share of the reference's tokens; undefined without a reference, 0 when the reference has text and we have none. */
  recall?: number
  /** The same with the reference's words as they stand, including those joined by mistake. */
  plainRecall?: number
  /** Share of our tokens that the reference has too; undefined when we have none. */
  precision?: number
}

/** Their references join all text elements without a separator: 'titlesubtitle' where the page has two lines. */
const joinedReferences = new Set(['docx', 'pptx', 'xlsx'])

export function judgeReading(
  { file, extension, tags }: Fixture,
  { seconds, ...reading }: Reading,
  reference: Reference | undefined,
): Judged {
  // A file that needs a password has no text for us, whatever another engine read with it.
  const isComparable = reference !== undefined && !tags.includes('needs_password')
  return {
    file,
    extension,
    tags,
    seconds,
    pages: reading.extraction?.pages ?? 1,
    ...(reading.code !== undefined && { code: reading.code, message: reading.message }),
    ...(isComparable && compare(extension, reference, reading.extraction?.text)),
  }
}

function compare(
  extension: string,
  { engine, text: reference }: Reference,
  text: string | undefined,
): Pick<Judged, 'engine' | 'recall' | 'plainRecall' | 'precision'> {
  const plain = compareTokens(reference, text ?? '')
  if (!plain) return {}
  const { recall, precision } = joinedReferences.has(extension)
    ? compareJoined(reference, text ?? '')!
    : plain
  return { engine, recall, plainRecall: plain.recall, ...(text !== undefined && { precision }) }
}

export type Row = {
  name: string
  files: number
  withText: number
  codes: Record<string, number>
  compared: number
  recall: number | null
  plainRecall: number | null
  precision: number | null
  share95: number | null
  /** Number of files compared with each engine. */
  engines: Record<string, number>
  pagesPerSecond: number
}

export function tally(name: string, judged: readonly Judged[]): Row {
  const recalls = judged.flatMap(({ recall }) => (recall === undefined ? [] : [recall]))
  const read = judged.filter(({ code }) => code === undefined)
  const seconds = judged.reduce((sum, each) => sum + each.seconds, 0)
  return {
    name,
    files: judged.length,
    withText: read.length,
    codes: countEach(judged.map(({ code }) => code)),
    compared: recalls.length,
    recall: meanOf(recalls),
    plainRecall: meanOf(judged.flatMap(each => each.plainRecall ?? [])),
    precision: meanOf(judged.flatMap(each => each.precision ?? [])),
    engines: countEach(judged.map(({ engine }) => engine)),
    share95:
      recalls.length === 0 ? null : round(recalls.filter(each => each >= 0.95).length / recalls.length),
    pagesPerSecond: round(read.reduce((sum, { pages }) => sum + pages, 0) / Math.max(seconds, 0.001), 1),
  }
}

function countEach(names: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((a, b) => a + b, 0) / values.length)
}

export function round(value: number, digits = 4): number {
  return roundTo(value, digits)
}
