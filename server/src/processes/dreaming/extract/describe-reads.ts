import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { readBeginning } from '../store.ts'
import { type DocumentBeginning, isWorthSummary, type LlmSummarizer } from './llm-summarizer.ts'
import type { WindowRead } from './window-read.ts'

/** Has a language model write the title and summary of documents, at the first step of each revision. */
export async function describeReads(
  summarizer: LlmSummarizer,
  cell: Cell,
  key: ContainerKey,
  reads: readonly WindowRead[],
  signal: AbortSignal,
): Promise<void> {
  const due = reads.filter(({ document }) => !document.isBegun && isWorthSummary(document))
  const shown: DocumentBeginning[] = []
  for (const { document } of due) {
    const { id, revision, isFromStart, context, unread } = document
    const text = isFromStart
      ? context + unread
      : await inScope(cell, { org: key.org }, db => readBeginning(db, key, { id, revision }))
    shown.push({ id, text })
  }
  const described = await summarizer.summarize(shown, key, signal)
  for (const read of due) {
    const found = described.find(({ id }) => id === read.document.id)
    if (found) read.described = { ...found, beginning: shown.find(({ id }) => id === read.document.id)!.text }
  }
}
