import { createHash } from 'node:crypto'
import { type Source, unscoped } from '../db/tx.ts'
import { readLexemes } from '../lexical/store.ts'
import { countTerms } from '../lexical/term-vector.ts'
import { chunkText } from './chunk-text.ts'
import type { ChunkedDraft, ExtractedDraft } from './draft.ts'
import { next, type Outcome } from './outcome.ts'

/** Cuts each text into chunks and counts their terms; the whole slice asks Postgres for its stems once. */
export async function chunkDocuments(
  source: Source,
  drafts: ExtractedDraft[],
): Promise<Outcome<ChunkedDraft>[]> {
  const cut = drafts.map(draft => chunkText(draft.text))
  const contents = cut.flat().map(chunk => chunk.content)
  const lexemes = await unscoped(source, db => readLexemes(db, contents))
  let at = 0
  return drafts.map((draft, i) => {
    const chunks = cut[i]!.map(chunk => {
      const words = lexemes[at++]!
      const length = words.reduce((sum, { count }) => sum + count, 0)
      return { ...chunk, hash: hashOf(chunk.content), terms: countTerms(words), length }
    })
    return next({ ...draft, chunks })
  })
}

/** Half of a SHA-256: it tells texts of one container apart, at half the row. */
function hashOf(content: string): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, 16)
}
