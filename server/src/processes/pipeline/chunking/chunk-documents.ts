import { contextOf, contextReach } from '../../../language/lexical/add-context.ts'
import { detectLanguage, languageTerm, stemLanguageOf } from '../../../language/lexical/languages.ts'
import { readTerms } from '../../../language/lexical/read-terms.ts'
import type { TermCounts } from '../../../language/lexical/term-vector.ts'
import { inScopePrepared, type Source, unscoped } from '../../../platform/db/tx.ts'
import { EventLoopYield } from '../../../platform/lib/event-loop-yield.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import type { ChunkedDraft, DraftChunk, ExtractedDraft } from '../draft.ts'
import { failed, next, type Outcome } from '../outcome.ts'
import { readLastChunks } from './change-store.ts'
import { type Chunk, usualChars } from './chunk-text.ts'
import { cutTail, lastChunks } from './cut-tail.ts'
import { cutText, TooManyChunks } from './cut-text.ts'
import { describeCut } from './describe-cut.ts'
import { hashChunk } from './hash-chunk.ts'
import { leastTurn } from './merge-turns.ts'

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

/** `context`: how many of the first chunks are stored already and only serve the terms of the others. */
type CutDocument = { chunks: CutChunk[]; context: number; chunking: string | null }

/** Cuts each text into chunks and counts their terms. A slice of short texts asks Postgres for its stems once. */
export async function chunkDocuments(
  source: Source,
  drafts: ExtractedDraft[],
  options: CutOptions = {},
): Promise<Outcome<ChunkedDraft>[]> {
  const pauses = new EventLoopYield()
  const cut: (CutDocument | Outcome<never>)[] = []
  for (const draft of drafts) cut.push(await cutOne(source, draft, options, pauses))
  const read = await readAll(
    source,
    cut.flatMap(each => ('chunks' in each ? each.chunks : [])),
    pauses,
  )
  const outcomes: Outcome<ChunkedDraft>[] = []
  let from = 0
  for (const [i, draft] of drafts.entries()) {
    const each = cut[i]!
    if (!('chunks' in each)) {
      outcomes.push(each)
      continue
    }
    const { context, chunking } = each
    const to = from + each.chunks.length
    const chunks = (await toChunks(read.slice(from, to), pauses)).slice(context)
    outcomes.push(next({ ...draft, chunks, isTail: context > 0, chunking }))
    from = to
  }
  return outcomes
}

async function cutOne(
  source: Source,
  draft: ExtractedDraft,
  { targetChars, most = maxChunks, signal }: CutOptions,
  pauses: EventLoopYield,
): Promise<CutDocument | Outcome<never>> {
  const { text, structure, document } = draft
  const { turns } = document
  const whole = detectLanguage(text) ?? 'en'
  const options = {
    ...(targetChars && { targetChars }),
    ...(structure && { blocks: structure.blocks }),
    ...(turns && { turns }),
  }
  try {
    const conversation = turns && !structure ? planTail(text, turns, whole, targetChars) : undefined
    const tail = conversation ? await cutAppended(source, draft, conversation) : undefined
    const cut: CutChunk[] = []
    for (const chunk of tail ?? (await cutText(text, options, most, signal))) {
      // If the text is its only chunk, its language is known already.
      const isWhole = chunk.position === 0 && chunk.content === text.trim()
      cut.push({ chunk, language: isWhole ? whole : languageOf(chunk, whole) })
      await pauses.yieldIfDue()
    }
    if (cut.length > 0 && cut.at(-1)!.chunk.position >= most)
      throw new TooManyChunks(cut.at(-1)!.chunk.position + 1)
    return { chunks: cut, context: tail ? contextReach : 0, chunking: conversation?.chunking ?? null }
  } catch (error) {
    if (!(error instanceof TooManyChunks)) throw error
    return failed('chunk.too_many', `The text makes ${error.count} chunks; the limit is ${most}`)
  }
}

type TailPlan = { turns: readonly Turn[]; targetChars: number; leastTurn: number; chunking: string }

function planTail(
  text: string,
  turns: readonly Turn[],
  language: string,
  targetChars = usualChars,
): TailPlan {
  const least = leastTurn(text, targetChars)
  const chunking = describeCut({ chars: text.length, targetChars, leastTurn: least, language })
  return { turns, targetChars, leastTurn: least, chunking }
}

/** The chunks at the end of a conversation that was continued, if all chunks before them are indexed as they are. */
async function cutAppended(
  source: Source,
  { text, document }: ExtractedDraft,
  plan: TailPlan,
): Promise<Chunk[] | undefined> {
  if (!document.isAppended || document.chunking !== plan.chunking) return undefined
  const stored = await inScopePrepared(source, document, db => readLastChunks(db, document, lastChunks))
  return cutTail(text, stored, plan)
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
    chunks.push({ ...chunk, hash: hashChunk(chunk.content), language, terms })
    await pauses.yieldIfDue()
  }
  return chunks
}
