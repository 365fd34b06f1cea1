import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { boundStatement } from './bound.ts'
import { guarded, type MoveGuard, relocate, shardElsewhere, strayed } from './moving/relocate.ts'
import { asUnavailable } from './pool.ts'
import { isCertainlyUndone, UncertainCommit } from './uncertain-commit.ts'

/** A transaction, as stores see it. */
export type Db = Kysely<unknown>

/**
 * The organization that a transaction acts for. Row-level security hides all other rows. Without a `container` it sees
 * all containers of the organization or, in a request of a scoped key, only that key's container (see `inBound`).
 */
export type Scope = { org: string; container?: string | undefined }

/** A connection pool, with its name for messages. */
export type Source = {
  name: string
  pool: pg.Pool
  /** Set while the shards that a transaction acts on are moved to another cell. */
  guard?: MoveGuard<Source>
  /** Called when a transaction wrote to a shard that is not in this cell, because the map of shards was old. */
  onStray?(): void
}

const running = new AsyncLocalStorage<true>()

/** Providers call this first: a transaction that waits for a network call holds its locks for as long as the call takes. */
export function assertOutsideTransaction(what: string): void {
  if (running.getStore()) throw new Error(`${what} was called inside a transaction`)
}

/** Runs `work` in one short transaction that sees only the rows of `scope`. */
export async function inScope<T>(source: Source, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(source, { begin: `begin; ${scoped(scope)}`, planning: 'each' }, work)
}

/**
 * The same for work that repeats the same few statements. They are prepared once per connection; they and the triggers
 * they fire keep their plans. Parsing and planning took 1.1 of the 3.0 ms of a search in 1,000 chunks, and 1.2 of the
 * 2.0 ms of an add.
 *
 * A plan that serves all containers must not depend on the size of any of them. The settings here leave the planner no
 * choice but an index. A whole table is never read, where row-level security would be evaluated on each row (195 ms
 * against 114 in 100,000 chunks).
 */
export async function inScopePrepared<T>(
  source: Source,
  scope: Scope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return transact(source, { begin: `begin; ${scoped(scope)}`, planning: 'once' }, work)
}

/** The same for work that only reads. It returns before the commit is answered. */
export async function readInScope<T>(source: Source, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const begin = `begin read only; ${scoped(scope)}`
  return transact(source, { begin, planning: 'once', isReadOnly: true }, work)
}

/**
 * The same for statements whose text depends on the caller, such as filters. Hardly two are alike, so each is planned
 * for itself and none is prepared.
 */
export async function readOnceInScope<T>(
  source: Source,
  scope: Scope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const begin = `begin read only; ${scoped(scope)}`
  return transact(source, { begin, planning: 'each by index', isReadOnly: true }, work)
}

/** A statement with its values. Its text is always the same, so that it stays prepared. */
export type Statement = { text: string; values: unknown[] }

/**
 * Runs statements as one transaction in a single round trip: begin, statements and commit are sent together, so none of
 * them may depend on the answer to another. Locks are held for as long as Postgres works on the transaction, and not
 * while our process reads its answers.
 */
export async function sendInScope(
  source: Source,
  scope: Scope,
  statements: readonly Statement[],
): Promise<void> {
  const begin = `begin; ${scoped(scope)}`
  return repeatable(source, false, at => sendOnce(at, begin, statements))
}

/** Sends statements of a transaction together, in this order, and waits for all answers. */
export async function sendTogether(db: Db, statements: readonly Statement[]): Promise<void> {
  await Promise.all(statements.map(({ text, values }) => db.executeQuery(CompiledQuery.raw(text, values))))
}

/** How statements are planned: each by itself, or once for all their uses. */
type Planning = 'each' | 'each by index' | 'once'

const byIndex = 'set enable_seqscan = off; set max_parallel_workers_per_gather = 0'

/**
 * Settings of the session and not of the transaction, sent only when a connection changes from one kind of planning to
 * another: with every transaction they took 65 µs of Postgres.
 */
const planningSettings: Record<Planning, string> = {
  each: 'reset plan_cache_mode; reset enable_seqscan; reset max_parallel_workers_per_gather',
  'each by index': `reset plan_cache_mode; ${byIndex}`,
  once: `set plan_cache_mode = force_generic_plan; ${byIndex}`,
}

/** Runs a transaction without a scope, for the directory, the queue and maintenance. It sees no row of any organization. */
export async function unscoped<T>(source: Source, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(source, { begin: 'begin', planning: 'each' }, work)
}

/** The same with prepared statements, for what workers ask many times a second. */
export async function unscopedPrepared<T>(source: Source, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(source, { begin: 'begin', planning: 'once' }, work)
}

/** Throws when the database does not answer. */
export async function ping({ pool }: Source): Promise<void> {
  await pool.query('select 1')
}

type TransactionKind = { begin: string; planning: Planning; isReadOnly?: boolean }

// 40P01 deadlock, 40001 serialization failure: the transaction did nothing and can be run again.
const repeatableCodes = new Set(['40P01', '40001'])
const maxRepeats = 3
const readOnly = '25006'

async function transact<T>(source: Source, kind: TransactionKind, work: (db: Db) => Promise<T>): Promise<T> {
  return repeatable(source, kind.isReadOnly === true, at => runOnce(at, kind, work))
}

async function repeatable<T>(
  source: Source,
  isReadOnly: boolean,
  run: (at: Source) => Promise<T>,
): Promise<T> {
  const started = performance.now()
  let at = source
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(at)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (code === shardElsewhere) {
        at = await relocate(at, error, started)
        continue
      }
      if (attempt < maxRepeats && repeatableCodes.has(code)) continue
      // A write in a reading transaction is our mistake, and no outage.
      throw isReadOnly && code === readOnly ? error : asUnavailable(error, at.name)
    }
  }
}

async function runOnce<T>(
  { name, pool, guard }: Source,
  kind: TransactionKind,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const { plain, prepared } = dbsOn(client)
  let begun: Promise<unknown> = Promise.resolve()
  try {
    planBy(client, kind.planning)
    // Sent together with the first statement, which could see and change nothing without it.
    begun = client.query(guarded(kind.begin, guard))
    begun.catch(() => undefined)
    const result = await running.run(true, () => work(kind.planning === 'once' ? prepared : plain))
    await begun
    const committed = commit(client, name)
    // A reader has its answer. The next user of the connection queues up behind this commit.
    if (kind.isReadOnly) committed.catch(() => undefined)
    else await committed
    client.release()
    return result
  } catch (error) {
    await release(client)
    throw await strayed(begun, error)
  }
}

async function sendOnce(
  { name, pool, guard }: Source,
  begin: string,
  statements: readonly Statement[],
): Promise<void> {
  const client = await pool.connect()
  dbsOn(client)
  planBy(client, 'once')
  const begun = client.query(guarded(begin, guard))
  const sent = statements.map(({ text, values }) => client.query({ name: nameOf(text), text, values }))
  const committed = commit(client, name)
  const ended = await Promise.allSettled([begun, ...sent, committed])
  if (ended.every(({ status }) => status === 'fulfilled')) return client.release()
  await release(client)
  throw failureOf(ended.flatMap(each => (each.status === 'rejected' ? [each.reason] : [])))
}

/**
 * A refused statement is the reason why the commit became a rollback. Without one, the commit was under way when the
 * connection was lost, whatever the other statements report.
 */
const failureOf = (errors: readonly unknown[]): unknown =>
  errors.find(isCertainlyUndone) ?? errors.find(error => error instanceof UncertainCommit) ?? errors[0]

/** Gives a connection back after a failure. One that cannot even roll back is closed. */
async function release(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  )
}

/**
 * Postgres answers the commit of a failed transaction with a rollback and reports success. A commit without any answer
 * may have happened, so nobody may undo by hand the work that belongs to it.
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
 * Sent with the begin, in one round trip. The values are uuids and checked here, because this text takes no parameters.
 * Without a container none is set: the setting of the previous transaction ended with it.
 */
function scoped({ org, container }: Scope): string {
  if (!uuid.test(org) || (container !== undefined && !uuid.test(container)))
    throw new Error('A scope is made of uuids')
  const bound = boundStatement(org, container)
  return `set local reverie.org = '${org}'${bound ? `; ${bound}` : ''}`
}

/** Sent in a message of its own: together with the begin it would be part of the transaction, and undone with it. */
function planBy(client: pg.PoolClient, planning: Planning): void {
  const dbs = dbsOn(client)
  if (dbs.planning === planning) return
  dbs.planning = planning
  // Fails only with the connection.
  client.query(planningSettings[planning]).catch(() => undefined)
}

type Dbs = { plain: Db; prepared: Db; planning: Planning }

const known = new WeakMap<pg.PoolClient, Dbs>()

/** The query builders of a connection, made once: one per transaction would cost as much as a small query. */
function dbsOn(client: pg.PoolClient): Dbs {
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
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < maxNames) names.set(text, `reverie_${names.size}`)
  return names.get(text)
}

type RunQuery = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** We begin and end the transaction; Kysely only runs statements in it. */
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
