import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { presentPage } from '../../platform/routing/present-page.ts'
import { ListReply } from '../../platform/routing/replies.ts'
import { tagsOf } from '../containers/schema.ts'
import { readLineage } from '../memories/list-store.ts'
import { listMemoriesOfDocument } from '../memories/source-store.ts'
import type { MemoryRow } from '../memories/store.ts'
import { typesOf } from './categories.ts'
import type { listWithMemoriesBody } from './collection-schema.ts'
import { mergePage, readList } from './list-documents.ts'
import { type PageKey, readByKeys } from './list-store.ts'
import { type DocumentWithMemories, presentWithMemories } from './present.ts'
import { readInParts } from './read-in-parts.ts'
import { listInEachCell } from './select-documents.ts'

/** A page of whole documents, each with the memories formed from it. It is read while it is sent. */
export async function listWithMemories(
  cells: Cells,
  principal: Principal,
  body: z.output<typeof listWithMemoriesBody>,
) {
  const { sort, order, limit, page, sources, statuses } = body
  const cut = { sort, order, take: page * limit, includeContent: true, keysOnly: true }
  const answers = await listInEachCell(
    cells,
    principal,
    { tags: tagsOf(body), sources, statuses, types: typesOf(body.categories) },
    async (db, selection) => {
      const { rows, total } = await readList(db, selection, cut)
      // `keysOnly` decides the type of the rows.
      return { rows: rows as unknown as PageKey[], total }
    },
  )
  const keys = mergePage(
    answers.map(answer => answer.rows),
    { sort, order, page, limit },
  )
  const total = answers.reduce((sum, answer) => sum + answer.total, 0)
  const documents = readInParts(cells, keys, readWithMemories)
  return new ListReply({ documents: presented(documents), pagination: presentPage({ page, limit }, total) })
}

/** One indexed query per document for its memories. A page has ten documents by default. */
export async function readWithMemories(db: Db, keys: PageKey[]): Promise<DocumentWithMemories[]> {
  const rows = await readByKeys(db, keys, { includeContent: true })
  const complete: DocumentWithMemories[] = []
  for (const row of rows) {
    const memories = await listMemoriesOfDocument(db, row, row.id)
    const lineages = memories.length === 0 ? [] : await readLineage(db, row.org, memories.map(keyOf))
    complete.push({ ...row, memories, lineages })
  }
  return complete
}

const keyOf = ({ shard, container, id }: MemoryRow) => ({ shard, container, id })

export async function* presented(documents: AsyncIterable<DocumentWithMemories>) {
  for await (const document of documents) yield presentWithMemories(document)
}
