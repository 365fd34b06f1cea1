import { inScope } from '../../../platform/db/tx.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import type { Draft, ExtractedDraft } from '../draft.ts'
import { type FetchContext, fetchLinks } from '../fetch/fetch-links.ts'
import type { Outcome } from '../outcome.ts'
import { reportProgress } from '../report-progress.ts'
import { storeExtracted } from '../store.ts'
import { extractFile } from './extract-file.ts'
import { extractText } from './extract-text.ts'
import type { FileReader } from './file-reader.ts'

export type ExtractContext = FetchContext & { reader: FileReader }

/** A text needs no extraction. Links are fetched and files are read once, and the result is stored with the document. */
export async function extractDocuments(
  context: ExtractContext,
  drafts: Draft[],
): Promise<Outcome<ExtractedDraft>[]> {
  const outcomes: Outcome<ExtractedDraft>[] = []
  for (const fetched of await fetchLinks(context, drafts))
    outcomes.push(fetched.kind === 'next' ? await extractOne(context, fetched.next.document) : fetched)
  return outcomes
}

async function extractOne(
  context: ExtractContext,
  document: ClaimedDocument,
): Promise<Outcome<ExtractedDraft>> {
  if (document.blobKey === null || document.extracted !== null) return extractText({ document })
  const { cell, blobs, reader, signal, gates } = context
  const progress = reportProgress(cell, document)
  const options = { owner: document.org, signal, onProgress: progress.report }
  const found = await extractFile(blobs, reader, document, options, gates)
  await progress.settle()
  if (found.kind !== 'next') return found as Outcome<never>
  const { text, ...structure } = found.next
  await inScope(cell, { org: document.org }, db => storeExtracted(db, document, document, text, structure))
  return extractText({ document: { ...document, extracted: text, structure } })
}
