import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { boundStatement } from './bound.ts'
import { asUnavailable } from './pool.ts'
import { isCertainlyUndone, UncertainCommit } from './uncertain-commit.ts'

/** A transaction, as stores see it. */
export type Db = Kysely<unknown>

/**
 * For whom a transaction acts. Row-level security shows it nothing else. Without a `container` it sees all containers of the
 * organization or, in a request of a scoped key, the key's own (see `inBound`).
 */
export type Scope = { org: string; container?: string | undefined }

/** Anything that can be asked for a connection, and its name for messages. */
export type Source = { name: string; pool: pg.Pool }

const running = new AsyncLocalStorage<true>()

/** Providers call this first: a transaction that waits on a network holds its locks as long as the network likes. */
export function assertOutsideTransaction(what: string): void {
  if (running.getStore()) throw new Error(`${what} was called inside a transaction`)
}

/** Runs `work` in one short transaction that sees the rows of `scope` only. */
export async function inScope<T>(source: Source, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(source, { begin: `begin; ${scoped(scope)}` }, work)
}

/**
 * The same for work that is done again and again with the same few statements: they are prepared once per connection,
 * and they and the triggers they fire keep their plans. Parsing and planning anew was 1.1 of the 3.0 ms of a search in
 * 1,000 chunks, and 1.2 of the 2.0 ms of an add.
 *
 * A plan that serves all containers must not depend on the size of any. Statements that are run here leave the planner
 * no choice but their index; a whole table is never read, where row-level security would be evaluated on each row (195
 * ms against 114 in 100,000 chunks).
 */
export async function inScopePrepared<T>(
  source: Source,
  scope: Scope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return transact(source, { begin: `begin; ${scoped(scope)}; ${keepPlans}`, isPrepared: true }, work)
}

/** The same for work that only reads. It has its answer before the transaction is over. */
export async function readInScope<T>(source: Source, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const begin = `begin read only; ${scoped(scope)}; ${keepPlans}`
  return transact(source, { begin, isPrepared: true, isReading: true }, work)
}

/**
 * The same for statements that a caller's words give their form, as filters do: no two need be alike, so each is planned
 * for itself and none is kept.
 */
export async function readOnceInScope<T>(
  source: Source,
  scope: Scope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return transact(source, { begin: `begin read only; ${scoped(scope)}; ${byIndex}`, isReading: true }, work)
}

const byIndex = 'set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0'

const keepPlans = `set local plan_cache_mode = force_generic_plan; ${byIndex}`

/** A transaction without a scope: the directory, the queue, maintenance. It sees no row of any organization. */
export async function unscoped<T>(source: Source, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(source, { begin: 'begin' }, work)
}

type Kind = { begin: string; isPrepared?: boolean; isReading?: boolean }

// 40P01 deadlock, 40001 serialization: the transaction did nothing and can simply be run again.
const repeatable = new Set(['40P01', '40001'])
const maxRepeats = 3

async function transact<T>(source: Source, kind: Kind, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(source, kind, work)
    } catch (error) {
      if (attempt < maxRepeats && repeatable.has((error as { code?: string }).code ?? '')) continue
      throw asUnavailable(error, source.name)
    }
  }
}

async function runOnce<T>({ name, pool }: Source, kind: Kind, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const { plain, prepared } = dbsOn(client)
  try {
    // On its way together with the first statement, which without it would see and change nothing.
    const begun = client.query(kind.begin)
    begun.catch(() => undefined)
    const result = await running.run(true, () => work(kind.isPrepared ? prepared : plain))
    await begun
    const committed = commit(client, name)
    // A reader has its answer, and whoever gets the connection next queues up behind the commit.
    if (kind.isReading) committed.catch(() => undefined)
    else await committed
    client.release()
    return result
  } catch (error) {
    // A connection on which even this fails is closed.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

/**
 * Postgres answers the commit of a transaction that has failed with a rollback, and calls that success. A commit that is
 * not answered at all may have been done: nobody may undo by hand what belongs to it.
 */
async function commit(client: pg.PoolClient, source: string): Promise<void> {
  const { command } = await client.query('commit').catch(error => {
    throw isCertainlyUndone(error) ? error : new UncertainCommit(source, error)
  })
  if (command === 'ROLLBACK')
    throw new Error('The transaction was rolled back: one of its statements had failed')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Sent with the begin, in one round trip. The values are uuids, checked here, because this text takes no parameters. A
 * container that is not said is not set: the transaction before has taken its own with it.
 */
function scoped({ org, container }: Scope): string {
  if (!uuid.test(org) || (container !== undefined && !uuid.test(container)))
    throw new Error('A scope is made of uuids')
  const bound = boundStatement(org, container)
  return `set local reverie.org = '${org}'${bound ? `; ${bound}` : ''}`
}

type Dbs = { plain: Db; prepared: Db }

const known = new WeakMap<pg.PoolClient, Dbs>()

/** A connection as stores see it, made once: a query builder per transaction would cost as much as a small query. */
function dbsOn(client: pg.PoolClient): Dbs {
  let dbs = known.get(client)
  if (!dbs) {
    // Losing the connection fails its query, which is how we hear of it; unheard, the event would end the process.
    client.on('error', () => undefined)
    // Statements are sent without waiting for the answer to the one before: as `pipeline: true` of the pool would have it.
    Object.assign(client, { pipeline: true })
    dbs = {
      plain: kyselyOn((text, values) => client.query(text, values)),
      prepared: kyselyOn((text, values) => client.query({ name: nameOf(text), text, values })),
    }
    known.set(client, dbs)
  }
  return dbs
}

/** Statements have few forms; should somebody's have many, the rest goes unprepared rather than fill every connection. */
const maxNames = 200
const names = new Map<string, string>()

/** What a prepared statement is called: by its number, the same on every connection. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < maxNames) names.set(text, `reverie_${names.size}`)
  return names.get(text)
}

type RunQuery = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** The transaction is ours to begin and end; what Kysely runs, it runs in it. */
function kyselyOn(query: RunQuery): Db {
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
