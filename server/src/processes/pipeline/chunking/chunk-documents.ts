import { createHash } from 'node:crypto'
import { contextOf } from '../../../language/lexical/add-context.ts'
import { detectLanguage, languageTerm, stemLanguageOf } from '../../../language/lexical/languages.ts'
import { readTerms } from '../../../language/lexical/read-terms.ts'
import type { TermCounts } from '../../../language/lexical/term-vector.ts'
import { type Source, unscoped } from '../../../platform/db/tx.ts'
import { EventLoopYield } from '../../../platform/lib/event-loop-yield.ts'
import type { ChunkedDraft, DraftChunk, ExtractedDraft } from '../draft.ts'
import { failed, next, type Outcome } from '../outcome.ts'
import type { Chunk } from './chunk-text.ts'
import { cutText, TooManyChunks } from './cut-text.ts'

/** A chunk shorter than this does not reveal its language, so it takes its document's. */
const enoughToTell = 200

/**
 * The most chunks that a document may have. Ten million characters, the most a file may hold, make 11,000 chunks of
 * prose, 33,000 of digits and 44,000 of Chinese, so only small chunk sizes reach it. Each costs some 20 KB of memory
 * while it is processed and 2 KB of database.
 */
export const maxChunks = 50_000

/** Chunks whose words are split, and whose stems are requested, at a time: 0.1 s of work, in short turns. */
const groupChunks = 200

type CutOptions = { targetChars?: number | undefined; most?: number; signal?: AbortSignal }

type CutChunk = { chunk: Chunk; language: string }
type CountedChunk = CutChunk & { terms: TermCounts; label: TermCounts }

/** Cuts each text into chunks and counts their terms. A slice of short texts asks Postgres for its stems once. */
export async function chunkDocuments(
  source: Source,
  drafts: ExtractedDraft[],
  options: CutOptions = {},
): Promise<Outcome<ChunkedDraft>[]> {
  const pauses = new EventLoopYield()
  const cut: (CutChunk[] | Outcome<never>)[] = []
  for (const draft of drafts) cut.push(await cutOne(draft, options, pauses))
  const read = await readAll(
    source,
    cut.flatMap(each => (Array.isArray(each) ? each : [])),
    pauses,
  )
  const outcomes: Outcome<ChunkedDraft>[] = []
  let from = 0
  for (const [i, draft] of drafts.entries()) {
    const parts = cut[i]!
    if (!Array.isArray(parts)) {
      outcomes.push(parts)
      continue
    }
    outcomes.push(next({ ...draft, chunks: await toChunks(read.slice(from, from + parts.length), pauses) }))
    from += parts.length
  }
  return outcomes
}

async function cutOne(
  { text, structure, document: { turns } }: ExtractedDraft,
  { targetChars, most = maxChunks, signal }: CutOptions,
  pauses: EventLoopYield,
): Promise<CutChunk[] | Outcome<never>> {
  const whole = detectLanguage(text) ?? 'en'
  const options = {
    ...(targetChars && { targetChars }),
    ...(structure && { blocks: structure.blocks }),
    ...(turns && { turns }),
  }
  try {
    const cut: CutChunk[] = []
    for (const chunk of await cutText(text, options, most, signal)) {
      // If the text is its only chunk, its language is known already.
      const isWhole = chunk.position === 0 && chunk.content === text.trim()
      cut.push({ chunk, language: isWhole ? whole : languageOf(chunk, whole) })
      await pauses.yieldIfDue()
    }
    return cut
  } catch (error) {
    if (!(error instanceof TooManyChunks)) throw error
    return failed('chunk.too_many', `The text makes ${error.count} chunks; the limit is ${most}`)
  }
}

async function readAll(
  source: Source,
  cut: readonly CutChunk[],
  pauses: EventLoopYield,
): Promise<CountedChunk[]> {
  const read: CountedChunk[] = []
  for (let from = 0; from < cut.length; from += groupChunks) {
    const group = cut.slice(from, from + groupChunks)
    const texts = group.flatMap(({ chunk: { content, speaker = '' }, language }) => {
      const stemLanguage = stemLanguageOf(language)
      return [
        { text: content, stemLanguage },
        { text: speaker, stemLanguage },
      ]
    })
    const terms = (await unscoped(source, db => readTerms(db, texts, pauses))).values()
    for (const each of group) read.push({ ...each, terms: terms.next().value!, label: terms.next().value! })
  }
  return read
}

function languageOf({ content }: Chunk, whole: string): string {
  return content.length < enoughToTell ? whole : (detectLanguage(content) ?? whole)
}

async function toChunks(parts: readonly CountedChunk[], pauses: EventLoopYield): Promise<DraftChunk[]> {
  const chunks: DraftChunk[] = []
  for (const [i, { chunk, language }] of parts.entries()) {
    const terms = contextOf(parts, i).set(languageTerm(stemLanguageOf(language)), 1)
    chunks.push({ ...chunk, hash: hashOf(chunk.content), language, terms })
    await pauses.yieldIfDue()
  }
  return chunks
}

/** Half of a SHA-256 is enough to tell the texts of one container apart, and halves the row. */
function hashOf(content: string): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, 16)
}
