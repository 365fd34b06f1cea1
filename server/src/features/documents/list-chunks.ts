import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { ListReply } from '../../platform/routing/replies.ts'
import type { DocumentName } from './get-document.ts'
import { type ChunkRow, countChunks, isLive, listChunks } from './parts-store.ts'
import { presentChunk } from './present.ts'
import type { DocumentWithContent } from './store.ts'
import { withDocument } from './with-document.ts'

/** Chunks per read, about a thousand characters each. */
const partChunks = 500

/** Lists all chunks of a document. There may be many thousands, so they are read while they are sent. */
export async function listChunksOf(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
): Promise<ListReply> {
  const { document, total } = await withDocument(cells, principal, name, async (db, document) => {
    const total = await countChunks(db, document, document.id)
    return (await isLive(db, document, document.id)) ? { document, total } : undefined
  })
  return new ListReply({
    documentId: encodeId(document.id),
    total,
    chunks: presented(readChunks(cells, document)),
  })
}

async function* readChunks(cells: Cells, document: DocumentWithContent): AsyncGenerator<ChunkRow> {
  const { org, container, id } = document
  for (let after = -1; ; ) {
    const rows = await inScope(cells.of(document.shard), { org, container }, db =>
      listChunks(db, document, id, { after, take: partChunks }),
    )
    yield* rows
    if (rows.length < partChunks) return
    after = rows.at(-1)!.position
  }
}

async function* presented(rows: AsyncIterable<ChunkRow>) {
  for await (const row of rows) yield presentChunk(row)
}
