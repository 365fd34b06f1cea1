import { say } from '../measure/report.ts'
import { mintKey } from '../src/features/keys/key-value.ts'
import { RateLimiter } from '../src/features/keys/rate-limiter.ts'
import { insertKey, reserveRequests } from '../src/features/keys/store.ts'
import type { RateLimit } from '../src/platform/access/principal.ts'
import { unscoped } from '../src/platform/db/tx.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { compare, timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

/** The default limit of scoped keys, and the highest that is allowed. */
const limits: Record<string, RateLimit> = {
  'of 500 a minute': { max: 500, windowMs: 60_000 },
  'of 10,000 a minute': { max: 10_000, windowMs: 60_000 },
}

/** The cost of a limit per request: the same empty list with a limited key and with an unlimited one. */
export async function benchRateLimit(bench: Bench): Promise<Figure[]> {
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  try {
    const figures: Figure[] = []
    for (const [name, limit] of Object.entries(limits)) {
      figures.push(await compareLimiter(app, name, limit))
      figures.push(await compareLimited(app, name, limit, bench.isQuick))
    }
    return figures
  } finally {
    await app.stop()
  }
}

/**
 * The limiter alone, per request, against one query to the directory per request. Means of twenty, because most
 * requests query nothing.
 */
async function compareLimiter({ app: { cells } }: BenchApp, name: string, limit: RateLimit): Promise<Figure> {
  say(`rate-limit: the limiter, ${name}`)
  const limiter = new RateLimiter(cells.directory)
  const perRequest = 1_000 / 20
  const twenty = (ask: () => Promise<unknown>) => async () =>
    perRequest *
    (await timed(async () => {
      for (let i = 0; i < 20; i++) await ask()
    }))
  const comparison = await compare(
    twenty(() => limiter.take(`bench ${name}`, limit)),
    twenty(() => unscoped(cells.directory, db => reserveRequests(db, `each ${name}`, 1, limit))),
    { rounds: 10, perRound: 2, warmup: 1 },
  )
  return { name: `limiter ${name}, per request`, unit: 'µs', ...comparison }
}

async function compareLimited(
  app: BenchApp,
  name: string,
  limit: RateLimit,
  isQuick: boolean,
): Promise<Figure> {
  say(`rate-limit: ${name}`)
  const limited = openHttpClient(app.url, await keyWith(app, limit))
  const free = openHttpClient(app.url, await keyWith(app))
  const ask = (http: typeof limited) => async () =>
    1_000 * (await timed(() => http.post('/v3/documents/list', { limit: 1 })))
  // Together fewer requests than the strictest limit allows at once.
  const rounds = { rounds: isQuick ? 10 : 22, perRound: 20, warmup: 30 }
  const comparison = await compare(ask(limited), ask(free), rounds)
  limited.close()
  free.close()
  return { name: `request with a limit ${name}`, unit: 'µs', ...comparison }
}

async function keyWith({ app, organization }: BenchApp, rateLimit?: RateLimit): Promise<string> {
  const { id, value, secretHash } = mintKey()
  const key = { id, org: organization.id, name: 'bench', secretHash, containerTag: 'limited' }
  await unscoped(app.cells.directory, db => insertKey(db, { ...key, ...(rateLimit && { rateLimit }) }))
  return value
}
