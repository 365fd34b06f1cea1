import type { Fixture } from './fixtures.ts'
import { joinedRecall } from './joined-recall.ts'
import type { Reading } from './reader.ts'
import { tokenRecall } from './text-measures.ts'

export type Judged = {
  file: string
  extension: string
  tags: string[]
  seconds: number
  pages: number
  /** Undefined where text was found. */
  code?: string
  message?: string
  /** Of the reference's tokens; undefined without a reference, 0 where one had text and we had none. */
  recall?: number
  /** The same where the reference's words are taken as they stand, also those that were joined by mistake. */
  plainRecall?: number
}

/** Their references are all text elements joined by nothing: 'titlesubtitle' where the page has two lines. */
const joinedReferences = new Set(['docx', 'pptx', 'xlsx'])

export function judgeReading(fixture: Fixture, reading: Reading): Judged {
  const { file, extension, tags, reference } = fixture
  const { seconds, extraction } = reading
  // What needs a password has no text for us, whatever was read with it.
  const isComparable = reference !== undefined && !tags.includes('needs_password')
  const measure = joinedReferences.has(extension) ? joinedRecall : tokenRecall
  const recall = isComparable ? measure(reference, extraction?.text ?? '') : undefined
  const plainRecall = isComparable ? tokenRecall(reference, extraction?.text ?? '') : undefined
  return {
    file,
    extension,
    tags,
    seconds,
    pages: extraction?.pages ?? 1,
    ...(reading.code !== undefined && { code: reading.code, message: reading.message }),
    ...(recall !== undefined && { recall, plainRecall: plainRecall! }),
  }
}

export type Row = {
  name: string
  files: number
  withText: number
  codes: Record<string, number>
  compared: number
  recall: number | null
  plainRecall: number | null
  share95: number | null
  pagesPerSecond: number
}

export function tally(name: string, judged: readonly Judged[]): Row {
  const recalls = judged.flatMap(({ recall }) => (recall === undefined ? [] : [recall]))
  const codes: Record<string, number> = {}
  for (const { code } of judged) if (code !== undefined) codes[code] = (codes[code] ?? 0) + 1
  const read = judged.filter(({ code }) => code === undefined)
  const seconds = judged.reduce((sum, each) => sum + each.seconds, 0)
  return {
    name,
    files: judged.length,
    withText: read.length,
    codes,
    compared: recalls.length,
    recall: meanOf(recalls),
    plainRecall: meanOf(judged.flatMap(each => each.plainRecall ?? [])),
    share95:
      recalls.length === 0 ? null : round(recalls.filter(each => each >= 0.95).length / recalls.length),
    pagesPerSecond: round(read.reduce((sum, { pages }) => sum + pages, 0) / Math.max(seconds, 0.001), 1),
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((a, b) => a + b, 0) / values.length)
}

export function round(value: number, digits = 4): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
