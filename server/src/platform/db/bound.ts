import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Statement } from './statement.ts'

/** The container that a scoped key is limited to: its tag, and the shard where a container of that tag lives. */
export type Bound = { org: string; shard: number; tag: string }

const current = new AsyncLocalStorage<Bound>()

/**
 * Runs `work` so that each transaction begun in it sees one container only. The edge calls this once for each request
 * of a scoped key. It backs up the predicates in the operations. An operation that had to pass the bound on could
 * forget it, as it could forget the predicate.
 */
export function inBound<T>(bound: Bound | undefined, work: () => T): T {
  return bound ? current.run(bound, work) : work()
}

/** The same for events, which are made one by one after the handler has returned. */
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

/** A statement as a text without parameters, and prepared. */
type BoundStatement = { literal: string; prepared: Statement }

/**
 * Returns the statement that limits a transaction of this organization, or nothing outside a bound. A caller that names a
 * container is limited to that container instead: a write knows its container, and the database tells it when the
 * container is gone.
 */
export function boundStatement(org: string): BoundStatement | undefined {
  const bound = current.getStore()
  if (bound?.org !== org) return undefined
  const { shard, tag } = bound
  return {
    literal: `select cell.limit_to_tag(${shard}::smallint, '${org}', ${pg.escapeLiteral(tag)})`,
    prepared: { text: 'select cell.limit_to_tag($1::smallint, $2::uuid, $3)', values: [shard, org, tag] },
  }
}
