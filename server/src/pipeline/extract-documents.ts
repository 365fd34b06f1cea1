import type { BlobStore } from '../blobs/blob-store.ts'
import type { Cell } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import type { Draft, ExtractedDraft } from './draft.ts'
import { extractFile } from './extract-file.ts'
import { extractText } from './extract-text.ts'
import type { Outcome } from './outcome.ts'
import { keepExtracted } from './store.ts'

/** Texts are their own extraction; files are read, once, and what was found in them is kept beside them. */
export async function extractDocuments(
  cell: Cell,
  blobs: BlobStore,
  drafts: Draft[],
): Promise<Outcome<ExtractedDraft>[]> {
  const outcomes: Outcome<ExtractedDraft>[] = []
  for (const draft of drafts) outcomes.push(await extractOne(cell, blobs, draft))
  return outcomes
}

async function extractOne(
  cell: Cell,
  blobs: BlobStore,
  { document }: Draft,
): Promise<Outcome<ExtractedDraft>> {
  if (document.blobKey === null || document.extracted !== null) return extractText({ document })
  const found = await extractFile(blobs, document)
  if (found.kind !== 'next') return found as Outcome<never>
  await inScope(cell, { org: document.org }, db => keepExtracted(db, document, document, found.next))
  return extractText({ document: { ...document, extracted: found.next } })
}
