import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { rankOf } from '../lanes/fairness.ts'
import { lanes } from '../lanes/lane.ts'
import type { Wakes } from '../lanes/wakes.ts'
import { releaseSources } from '../memories/source-store.ts'
import { getDocument } from './get-document.ts'
import { tombstoneDocuments } from './store.ts'

/** Gone for every reader when this returns; its chunks, vectors and text are purged by its lane. */
export async function deleteDocument(
  app: { cells: Cells; wakes: Wakes },
  principal: Principal,
  idOrCustomId: string,
): Promise<void> {
  const { shard, org, container, id } = await getDocument(app.cells, principal, idOrCustomId)
  await inScope(app.cells.of(shard), { org }, async db => {
    if ((await tombstoneDocuments(db, { shard, org, container }, [id])) === 0)
      throw new AppError('document.not_found')
    await releaseSources(db, { shard, org, container }, [id])
    const kind = lanes.interactive
    await app.wakes.of(shard).wake(db, { shard, org, container, kind }, { rank: rankOf(new Date(), kind) })
  })
}
