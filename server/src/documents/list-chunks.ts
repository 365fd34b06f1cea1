import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { ListReply } from '../http/route.ts'
import type { Principal } from '../keys/principal.ts'
import { encodeId } from '../lib/ids.ts'
import { getDocument } from './get-document.ts'
import { type ChunkRow, countChunks, listChunks } from './parts-store.ts'
import { presentChunk } from './present.ts'
import type { Found } from './store.ts'

/** Chunks read at once, about a thousand characters each. */
const partChunks = 500

/** All chunks of a document, which may be many thousands: read as they are sent. */
export async function listChunksOf(cells: Cells, principal: Principal, id: string): Promise<ListReply> {
  const document = await getDocument(cells, principal, id)
  const total = await inScope(cells.of(document.shard), { org: document.org }, db =>
    countChunks(db, document, document.id),
  )
  return new ListReply({
    documentId: encodeId(document.id),
    total,
    chunks: presented(readChunks(cells, document)),
  })
}

async function* readChunks(cells: Cells, document: Found): AsyncGenerator<ChunkRow> {
  for (let after = -1; ; ) {
    const rows = await inScope(cells.of(document.shard), { org: document.org }, db =>
      listChunks(db, document, document.id, { after, take: partChunks }),
    )
    yield* rows
    if (rows.length < partChunks) return
    after = rows.at(-1)!.position
  }
}

async function* presented(rows: AsyncIterable<ChunkRow>) {
  for await (const row of rows) yield presentChunk(row)
}
