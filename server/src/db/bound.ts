import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The container that a scoped key is limited to: its tag, and the shard where a container of that tag lives. */
export type Bound = { org: string; shard: number; tag: string }

const current = new AsyncLocalStorage<Bound>()

/**
 * Runs `work` so that each transaction begun in it sees one container only. The edge does this once for each request of a
 * scoped key. A bound that operations had to pass on could be forgotten, as the predicates can that it is to back up.
 */
export function inBound<T>(bound: Bound | undefined, work: () => T): T {
  return bound ? current.run(bound, work) : work()
}

/** The same for events, which are made after the handler has returned, each when it is asked for. */
export async function* eachInBound<T>(bound: Bound, events: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await current.run(bound, () => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await current.run(bound, async () => iterator.return?.())
  }
}

/**
 * The statement that limits a transaction of this organization, sent with its begin; none outside of a bound. A caller that
 * names a container is limited to that one: a write knows its container, and hears from the database when it is gone.
 */
export function boundStatement(org: string, container: string | undefined): string | undefined {
  if (container !== undefined) return `set local reverie.container = '${container}'`
  const bound = current.getStore()
  if (bound?.org !== org) return undefined
  return `select cell.limit_to_tag(${bound.shard}::smallint, '${org}', ${pg.escapeLiteral(bound.tag)})`
}
