import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../../measure/connect.ts'
import { say } from '../../measure/report.ts'
import { type Figure, figureOf } from '../bare/figure.ts'
import { type HttpClient, openHttpClient } from '../bare/http-client.ts'
import type { Query } from '../bare/load-container.ts'
import { compareSamples, timed } from '../bare/measure.ts'
import { recordStatements, type Statement } from '../bare/record-statements.ts'
import type { BenchApp } from '../bare/start-app.ts'

const concurrencies = [1, 8, 32, 64]

/** Each is asked twice before anything is timed. */
const mostQueries = 100

/** A refused client waits for this long. It is less than `Retry-After` says, so that the load lasts. */
const pauseMs = 500

/**
 * The time of searches with several at once, ours and bare in turn. The goal is for one at a time. Beyond 16 at once on two
 * cores the server refuses some (decision 45): these are asked again, and the time of the accepted request counts.
 */
export async function measureAtOnce(
  app: BenchApp,
  databaseUrl: string,
  allQueries: readonly Query[],
  isQuick: boolean,
): Promise<Figure[]> {
  const queries = allQueries.slice(0, mostQueries)
  const statements = await recordEach(app, queries)
  const figures: Figure[] = []
  for (const atOnce of concurrencies) {
    say(`organization: ${atOnce} searches at once`)
    const count = Math.max(atOnce * (isQuick ? 3 : 6), 200)
    // Opened for each: the server closes connections that nobody uses.
    const http = openHttpClient(app.url, app.key, atOnce)
    const ours = await runAtOnce(atOnce, count, (_, i) => timeAccepted(http, queries[i % queries.length]!))
    http.close()
    const plain = await Promise.all(Array.from({ length: atOnce }, () => connectAs(app, databaseUrl)))
    const bare = await runAtOnce(atOnce, count, (runner, i) =>
      timed(() => replay(plain[runner]!, statements[i % statements.length]!)),
    )
    for (const client of plain) await client.end()
    const goal = atOnce === 1 ? { p95Below: 300 } : undefined
    figures.push(figureOf(`organization_search_${atOnce}_at_once`, compareSamples(ours, bare), goal))
  }
  return figures
}

const ask = (http: HttpClient, { text }: Query) => http.post('/v3/search', { q: text, limit: 10 })

/** The statements of each search, recorded when it is asked for the second time. */
async function recordEach(app: BenchApp, queries: readonly Query[]): Promise<Statement[][]> {
  const http = openHttpClient(app.url, app.key)
  const { pool } = app.app.cells.of(app.organization.homeShard)
  const statements: Statement[][] = []
  for (const query of queries) {
    await ask(http, query)
    statements.push(await recordStatements(pool, () => ask(http, query)))
  }
  http.close()
  return statements
}

/** Asks until the server accepts, and returns the time of the accepted request. */
async function timeAccepted(http: HttpClient, query: Query): Promise<number> {
  for (;;) {
    const started = performance.now()
    try {
      await ask(http, query)
      return performance.now() - started
    } catch (error) {
      if (!/answered (429|503)/.test(String(error))) throw error
      await sleep(pauseMs)
    }
  }
}

/** Runs `count` calls, `atOnce` of them at a time. Returns the times that they say, in milliseconds. */
async function runAtOnce(
  atOnce: number,
  count: number,
  call: (runner: number, i: number) => Promise<number>,
): Promise<number[]> {
  const taken: number[] = []
  let next = 0
  const run = async (runner: number) => {
    while (next < count) {
      const i = next++
      taken.push(await call(runner, i))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, runner) => run(runner)))
  return taken
}

/** A superuser, so without row-level security, but planned like ours. The word lookup itself compares the scope. */
async function connectAs({ organization }: BenchApp, url: string): Promise<pg.Client> {
  const client = await connect(url)
  await client.query(`select set_config('reverie.org', $1, false)`, [organization.id])
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off')
  await client.query('set max_parallel_workers_per_gather = 0')
  return client
}

/** In one transaction, because the settings of an index scan hold for one. */
async function replay(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  await client.query('commit')
}
