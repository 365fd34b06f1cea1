import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'

/** `planning`: the settings that the session has now (`planning.ts`). */
type Dbs = { plain: Kysely<unknown>; prepared: Kysely<unknown>; planning: 'each' | 'each by index' | 'once' }

const known = new WeakMap<pg.PoolClient, Dbs>()

/** The query builders of a connection, made once: one per transaction would cost as much as a small query. */
export function dbsOn(client: pg.PoolClient): Dbs {
  let dbs = known.get(client)
  if (!dbs) {
    // A lost connection fails its query, and that is how we learn of it. Without a listener the event would end the
    // process.
    client.on('error', () => undefined)
    // Sends statements without waiting for the answer to the previous one, as `pipeline: true` of the pool would.
    Object.assign(client, { pipeline: true })
    dbs = {
      plain: kyselyOn((text, values) => client.query(text, values)),
      prepared: kyselyOn((text, values) => client.query({ name: nameOf(text), text, values })),
      planning: 'each',
    }
    known.set(client, dbs)
  }
  return dbs
}

/**
 * Statements have few forms. If there are ever more, the rest runs unprepared, so that they do not fill every
 * connection.
 */
const maxNames = 200
const names = new Map<string, string>()

/** Names a prepared statement by its number, the same on every connection. */
export function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < maxNames) names.set(text, `reverie_${names.size}`)
  return names.get(text)
}

type RunQuery = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** We begin and end the transaction; Kysely only runs statements in it. */
function kyselyOn(query: RunQuery): Kysely<unknown> {
  const client = { query, release: () => undefined }
  const pool = { connect: async () => client, end: async () => undefined, options: {} }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool: pool as never }),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
