import type { CellShards } from '../../../platform/db/cells.ts'
import { readOnceInScope } from '../../../platform/db/tx.ts'
import { type ContainerLine, readNextContainer, useUtc } from './export-store.ts'

/**
 * The next container of an organization, in the order of shard and id. The order does not depend on cells: a shard that moves to
 * another cell during an export would else be left out, or be written twice.
 */
export async function findNextContainer(
  reach: readonly CellShards[],
  org: string,
  after: { shard: number; container: string } | undefined,
): Promise<ContainerLine | undefined> {
  const found = await Promise.all(
    reach.map(({ cell, shards }) =>
      readOnceInScope(cell, { org }, async db => {
        await useUtc(db)
        return readNextContainer(db, org, shards, after)
      }),
    ),
  )
  return found.filter(line => line !== undefined).sort(inOrder)[0]
}

const inOrder = (a: ContainerLine, b: ContainerLine): number =>
  a.shard - b.shard || (a.container < b.container ? -1 : 1)
