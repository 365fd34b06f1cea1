import type { z } from 'zod'
import { tagsOf } from '../containers/schema.ts'
import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import type { Principal } from '../keys/principal.ts'
import { presentMemory } from '../memories/present.ts'
import { listMemoriesOfDocument } from '../memories/source-store.ts'
import type { listWithMemoriesBody } from './collection-schema.ts'
import { mergePage } from './list-documents.ts'
import { countDocuments, listDocuments } from './list-store.ts'
import { presentDocument, presentPage } from './present.ts'
import { inEachCell } from './select-documents.ts'
import type { DocumentRow } from './store.ts'

/** Found by an index; a page asks as often as it has rows, ten unless told otherwise. */
const memoriesOf = (cells: Cells, row: DocumentRow) =>
  inScope(cells.of(row.shard), { org: row.org }, db => listMemoriesOfDocument(db, row, row.id))

/** A page of whole documents, each with the memories that were formed of it. */
export async function listWithMemories(
  cells: Cells,
  principal: Principal,
  body: z.output<typeof listWithMemoriesBody>,
) {
  const { sort, order, limit, page, sources } = body
  const answers = await inEachCell(
    cells,
    principal,
    { tags: tagsOf(body), sources },
    async (db, selection) => ({
      rows: await listDocuments(db, selection, { sort, order, take: page * limit, includeContent: true }),
      total: await countDocuments(db, selection),
    }),
  )
  const rows = mergePage(
    answers.map(answer => answer.rows),
    { sort, order, page, limit },
  )
  const total = answers.reduce((sum, answer) => sum + answer.total, 0)
  const memories = await Promise.all(rows.map(row => memoriesOf(cells, row)))
  return {
    documents: rows.map((row, i) => ({
      ...presentDocument({ content: '', extracted: null, isFile: false, ...row }, []),
      memoryEntries: memories[i]!.map(presentMemory),
    })),
    pagination: presentPage(page, limit, total),
  }
}
