/** Counts the documents that ask for memories at once: each is billed as one more operation. */
export function instantDreams(documents: readonly { dreaming?: unknown; taskType?: unknown }[]): number {
  return documents.filter(({ dreaming, taskType }) => dreaming === 'instant' && taskType !== 'rag').length
}
