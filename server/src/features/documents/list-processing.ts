import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { presentPage } from '../../platform/routing/present-page.ts'
import { tagsOf } from '../containers/schema.ts'
import { countDocuments } from './count-store.ts'
import { listGatesOf } from './gate-store.ts'
import { mergePage } from './list-documents.ts'
import { listDocuments } from './list-store.ts'
import { presentProcessing } from './present.ts'
import type { listProcessingQuery } from './schema.ts'
import { inEachCell } from './select-documents.ts'

/** `dreamingCount` counts documents of every status and code. */
const whole = { statuses: undefined, failed: undefined }

/**
 * Lists unfinished documents and, with `all`, failed ones too. Documents that are done but wait for dreaming are not
 * included: they have their own count and their own view.
 */
export async function listProcessing(
  cells: Cells,
  principal: Principal,
  query: z.output<typeof listProcessingQuery>,
) {
  const { view, page, limit, statuses, codes } = query
  const order = { sort: 'createdAt', order: 'desc' } as const
  const narrowing = {
    ...{ tags: tagsOf(query), view },
    ...(statuses && { statuses }),
    ...(codes && { statuses: ['failed' as const], failed: { codes } }),
  }
  const answers = await inEachCell(cells, principal, narrowing, async (db, selection) => {
    const rows = await listDocuments(db, selection, { ...order, take: page * limit, includeContent: false })
    const dreaming = await countDocuments(db, { ...selection, ...whole, view: 'dreaming' })
    const total = view === 'dreaming' ? dreaming : await countDocuments(db, selection)
    return { rows, total, dreaming, gates: await listGatesOf(db, rows) }
  })
  const rows = mergePage(
    answers.map(answer => answer.rows),
    { ...order, page, limit },
  )
  const gates = new Map(answers.flatMap(answer => [...answer.gates]))
  const totalCount = answers.reduce((sum, answer) => sum + answer.total, 0)
  return {
    documents: rows.map(row => presentProcessing(row, gates.get(row.id))),
    totalCount,
    dreamingCount: answers.reduce((sum, answer) => sum + answer.dreaming, 0),
    ...(view === 'all' && { pagination: presentPage({ page, limit }, totalCount) }),
  }
}
