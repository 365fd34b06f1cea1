import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { tagsOf } from '../containers/schema.ts'
import { typesOf } from './categories.ts'
import type { facetsBody } from './collection-schema.ts'
import { countDocuments, isNarrowed } from './count-store.ts'
import { countFacets, type FacetName } from './facet-store.ts'
import { listInEachCell } from './select-documents.ts'

/** The cost of a request has a bound in each cell. */
const limits = { indexed: 250_000, read: 20_000 }
/** At most this many values of each facet are returned, the most frequent first. */
const maxShown = 100

export type Facets = {
  values: Record<FacetName, { value: string; count: number }[]>
  total: number
  /** False: some documents were not counted. */
  isComplete: boolean
}

/** Counts the documents of a request by type, status, source and container. */
export async function countDocumentFacets(
  cells: Cells,
  principal: Principal,
  body: z.output<typeof facetsBody>,
): Promise<Facets> {
  const { sources, statuses, filepath, filters } = body
  const types = typesOf(body.categories)
  const answers = await listInEachCell(
    cells,
    principal,
    { tags: tagsOf(body), sources, statuses, types, filepath, filters },
    async (db, selection) => {
      const { rows, counted, isComplete } = await countFacets(db, selection, limits)
      const isExact = isComplete || filters || isNarrowed(selection)
      return { rows, isComplete, total: isExact ? counted : await countDocuments(db, selection) }
    },
  )
  const rows = answers.flatMap(answer => answer.rows)
  const of = (name: FacetName) => sumOf(rows.filter(row => row.name === name))
  return {
    values: { type: of('type'), status: of('status'), source: of('source'), tag: of('tag') },
    total: answers.reduce((sum, { total }) => sum + total, 0),
    isComplete: answers.every(({ isComplete }) => isComplete),
  }
}

function sumOf(rows: readonly { value: string; count: number }[]) {
  const sums = new Map<string, number>()
  for (const { value, count } of rows) sums.set(value, (sums.get(value) ?? 0) + count)
  return Array.from(sums, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, maxShown)
}
