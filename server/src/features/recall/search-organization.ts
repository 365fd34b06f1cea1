import type { CountedTerms } from '../../language/lexical/count-terms.ts'
import type { Db } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { scannedUpTo } from '../containers/index-sizes.ts'
import type { OrganizationShards } from './container-store.ts'
import type { Corpus } from './corpus.ts'
import { countInOrganization, type SearchedOrganization } from './organization-store.ts'

/** A search of a whole organization, whose term statistics come from a sample of its containers. */
export type OrganizationSample = SearchedOrganization & {
  /** The rows of the containers from which term statistics come. */
  sampledRows: number
}

/**
 * The number of rows with each term, for the whole organization. Terms of the sample are scaled up. A term that the sample
 * lacks may still be there, and it is the rarest that matter most: it is counted by the index of words. Without an index it
 * counts as occurring once.
 */
export async function countWholly(
  db: Db,
  corpus: Corpus,
  here: OrganizationShards,
  { read, counts }: CountedTerms,
  { rows, sampledRows, hasWords }: OrganizationSample,
): Promise<Map<number, number>> {
  if (rows <= sampledRows) return counts
  const scaled = new Map([...counts].map(([term, count]) => [term, Math.round((count * rows) / sampledRows)]))
  const missing = [...new Set(read.flatMap(terms => [...terms.keys()]))].filter(term => !scaled.has(term))
  const found = hasWords
    ? await countInOrganization(db, corpus, here, missing)
    : new Map(missing.map(term => [term, 1]))
  return new Map([...scaled, ...found])
}

/** Refuses a search that would compare more rows than it has time for, because the organization's indexes are not there. */
export function assertSearchable({ name }: Corpus, { rows, hasWords, index }: OrganizationSample): void {
  if (rows <= scannedUpTo || (hasWords && index)) return
  throw new AppError('search.too_broad', {
    message: `This search covers all ${rows} ${name} of the organization, and their index is not built yet. Name a containerTag, or try again later`,
  })
}
