import { AppError } from '../../platform/errors.ts'
import { encodeId } from '../../platform/lib/ids.ts'

/** A document that a customId could mean: each container may have one of that name. */
export type Candidate = { id: string; containerTag: string }

/** The most candidates listed; more would not help to choose. */
export const mostCandidates = 20

/** Refuses a customId that exists in several containers, and lists the candidates. */
export function ambiguousDocument(found: readonly Candidate[]): AppError {
  const candidates = found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, mostCandidates)
  const lines = candidates.map(({ id, containerTag }) => `id: ${encodeId(id)}, containerTag: ${containerTag}`)
  return new AppError('document.ambiguous', { details: lines.join('\n') })
}
