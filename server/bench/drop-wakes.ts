import type { Cluster } from './clusters.ts'

/** Deletes everything that is queued; only the reconciler can find the work again. Returns the number of wakes. */
export async function dropWakes(cluster: Cluster): Promise<number> {
  const lost = await cluster.query('delete from work.wakes returning 1')
  await cluster.query('delete from work.wakes_later')
  await cluster.query('delete from work.turns')
  return lost.length
}
