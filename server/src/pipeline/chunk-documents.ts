import { createHash } from 'node:crypto'
import { type Source, unscoped } from '../db/tx.ts'
import { addContext } from '../lexical/add-context.ts'
import { detectLanguage, markOf, readingOf } from '../lexical/languages.ts'
import { readTerms } from '../lexical/read-terms.ts'
import type { TermCounts } from '../lexical/term-vector.ts'
import { type Chunk, chunkText } from './chunk-text.ts'
import type { ChunkedDraft, DraftChunk, ExtractedDraft } from './draft.ts'
import { next, type Outcome } from './outcome.ts'

/** Less than this says little of its language: it is in that of its document. */
const enoughToTell = 200

type Read = { chunk: Chunk; language: string; terms: TermCounts; label: TermCounts }

/** Cuts each text into chunks and counts their terms; the whole slice asks Postgres for its stems once. */
export async function chunkDocuments(
  source: Source,
  drafts: ExtractedDraft[],
  targetChars?: number,
): Promise<Outcome<ChunkedDraft>[]> {
  const cut = drafts.map(({ text, structure, document: { turns } }) => {
    const whole = detectLanguage(text) ?? 'en'
    const isAllOf = ({ content }: Chunk) => content === text.trim()
    const options = {
      ...(targetChars && { targetChars }),
      ...(structure && { blocks: structure.blocks }),
      ...(turns && { turns }),
    }
    return chunkText(text, options).map(chunk => ({
      chunk,
      // Of a text that is its only chunk it is told already.
      language: isAllOf(chunk) ? whole : languageOf(chunk, whole),
    }))
  })
  const read = await unscoped(source, db =>
    readTerms(
      db,
      cut.flat().flatMap(({ chunk: { content, speaker = '' }, language }) => {
        const reading = readingOf(language)
        return [
          { text: content, reading },
          { text: speaker, reading },
        ]
      }),
    ),
  )
  const terms = read.values()
  return drafts.map((draft, i) => {
    const parts = cut[i]!.map(part => ({
      ...part,
      terms: terms.next().value!,
      label: terms.next().value!,
    }))
    return next({ ...draft, chunks: toChunks(parts) })
  })
}

function languageOf({ content }: Chunk, whole: string): string {
  return content.length < enoughToTell ? whole : (detectLanguage(content) ?? whole)
}

function toChunks(parts: Read[]): DraftChunk[] {
  const withContext = addContext(parts)
  return parts.map(({ chunk, language }, i) => ({
    ...chunk,
    hash: hashOf(chunk.content),
    language,
    terms: new Map([...withContext[i]!, [markOf(readingOf(language)), 1]]),
  }))
}

/** Half of a SHA-256: it tells texts of one container apart, at half the row. */
function hashOf(content: string): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, 16)
}
