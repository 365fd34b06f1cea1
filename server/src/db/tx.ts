import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { asUnavailable } from './pool.ts'

/** A transaction, as stores see it. */
export type Db = Kysely<unknown>

/** For whom a transaction acts. Row-level security shows it nothing else. */
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
  return transact(source, beginScoped(scope), work)
}

/** A transaction without a scope: the directory, the queue, maintenance. It sees no row of any organization. */
export async function unscoped<T>(source: Source, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(source, 'begin', work)
}

// 40P01 deadlock, 40001 serialization: the transaction did nothing and can simply be run again.
const repeatable = new Set(['40P01', '40001'])
const maxRepeats = 3

async function transact<T>(source: Source, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = kyselyOn(source.pool, begin)
  for (let attempt = 1; ; attempt++) {
    try {
      return await running.run(true, () => db.transaction().execute(work))
    } catch (error) {
      if (attempt < maxRepeats && repeatable.has((error as { code?: string }).code ?? '')) continue
      throw asUnavailable(error, source.name)
    }
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Begin and scope in one round trip. The values are uuids, checked here, because this text takes no parameters. */
function beginScoped({ org, container = '' }: Scope): string {
  if (!uuid.test(org) || (container !== '' && !uuid.test(container)))
    throw new Error('A scope is made of uuids')
  return `begin; set local reverie.org = '${org}'; set local reverie.container = '${container}'`
}

class ScopedDriver extends PostgresDriver {
  readonly #begin: string

  constructor(pool: pg.Pool, begin: string) {
    super({ pool })
    this.#begin = begin
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }

  /** The pool outlives this driver. */
  override async destroy(): Promise<void> {
    return undefined
  }
}

function kyselyOn(pool: pg.Pool, begin: string): Db {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ScopedDriver(pool, begin),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
