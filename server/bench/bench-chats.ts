import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { percentile } from '../measure/percentile.ts'
import { say } from '../measure/report.ts'
import { addConversation } from '../src/features/documents/add-conversation.ts'
import { toVectorLiteral } from '../src/platform/providers/embedding/vector-literal.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { keptBytes } from './chats/kept-bytes.ts'
import { processAppend } from './chats/process-append.ts'
import { indexTables, type RowCounts, rowsSince } from './chats/rows-since.ts'
import { turnOf } from './chats/turns.ts'

const turns = 500
const windowTurns = 30

/** Turns 10 to 39 against the last 30. */
const early = { from: 10, to: 10 + windowTurns }
const late = { from: turns - windowTurns, to: turns }

/** Cost of one append, from the request until search finds the turn. */
type Append = { turn: number; ms: number; bareMs: number; walBytes: number; rows: RowCounts }

/**
 * Chats that grow turn by turn. Each append costs the same at turn 500 as at turn 10: rows written in the four tables
 * of the index, bytes of WAL and milliseconds. The growth figures show the last turns (`ours`) against the first
 * (`bare`). `chats_append` compares with a bare append: the same model embeds the turn, and one insert stores it.
 *
 * Texts are kept once: `chats_kept` shows the size of the revisions on disk (`ours`) against what was said (`bare`).
 */
export async function benchChats(bench: Bench): Promise<Figure[]> {
  const chats = bench.chats ?? (bench.isQuick ? 1 : bench.isLarge ? 1_000 : 4)
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  try {
    await createBareTable(client)
    const appends: Append[] = []
    // Unmeasured: without it, the first turns would pay for the start of threads and plans.
    const warmUp = await measureChat(app, client, 'warm_up', early.to)
    for (let chat = 0; chat < chats; chat++) {
      appends.push(...(await measureChat(app, client, `chat_${chat}`, turns)))
      say(`chats: ${chat + 1} of ${chats}`)
    }
    const said = [...warmUp, ...appends].reduce((sum, { turn }) => sum + turnOf(turn).content.length, 0)
    return [...growthOf(appends), appendAgainstBare(appends), await keptAgainstSaid(app, client, said)]
  } finally {
    await client.end()
    await app.stop()
  }
}

async function measureChat(app: BenchApp, client: pg.Client, tag: string, upTo: number): Promise<Append[]> {
  const { organization } = app
  const principal = { organization, key: { id: 'bench', name: 'bench' }, containerTag: undefined }
  const appends: Append[] = []
  for (let turn = 0; turn < upTo; turn++) {
    const message = turnOf(turn)
    const before = await positionOf(client)
    const body = { conversationId: tag, containerTag: tag, messages: [message] }
    const ms = await timed(async () => {
      await addConversation(app.app, principal, body)
      await processAppend(app, tag)
    })
    const walBytes = await walSince(client, before.lsn)
    const rows = await rowsSince(client, await app.app.containers.resolve(organization, tag), before.xid)
    const bareMs = await timed(() => appendBare(app, client, tag, message.content))
    appends.push({ turn, ms, bareMs, walBytes, rows })
  }
  return appends
}

async function positionOf(client: pg.Client): Promise<{ lsn: string; xid: string }> {
  const { rows } = await client.query<{ lsn: string; xid: string }>(
    'select pg_current_wal_insert_lsn()::text as lsn, pg_current_xact_id()::text as xid',
  )
  return rows[0]!
}

/** Also counts what other databases of the server write, so only medians mean something on a shared server. */
async function walSince(client: pg.Client, lsn: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn) as bytes',
    [lsn],
  )
  return Number(rows[0]!.bytes)
}

async function createBareTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists public.plain_turns (chat text, at timestamptz default now(), content text, embedding halfvec)',
  )
}

async function appendBare(app: BenchApp, client: pg.Client, chat: string, content: string): Promise<void> {
  const [vector] = await app.app.embedder.embed([content], { purpose: 'document' })
  await client.query({
    name: 'plain_turn',
    text: 'insert into public.plain_turns (chat, content, embedding) values ($1, $2, $3)',
    values: [chat, content, toVectorLiteral(vector!)],
  })
}

const within = (appends: readonly Append[], { from, to }: { from: number; to: number }) =>
  appends.filter(({ turn }) => turn >= from && turn < to)

const flat = { atMost: 1.2 }

function growthOf(appends: readonly Append[]): Figure[] {
  const [first, last] = [within(appends, early), within(appends, late)]
  const growth = (name: string, unit: Figure['unit'], of: (append: Append) => number): Figure => {
    const [ours, bare] = [medianOf(last, of), medianOf(first, of)]
    return { name, unit, ours, bare, ratio: ours.p50 / bare.p50, goal: flat }
  }
  return [
    growth('chats_growth_ms', 'ms', ({ ms }) => ms),
    growth('chats_growth_wal', 'bytes', ({ walBytes }) => walBytes),
    ...indexTables.map(table => growth(`chats_growth_${table}`, 'rows', ({ rows }) => rows[table])),
    total(appends),
  ]
}

/** The mean over the whole chat shows the rare appends that cost more, which a median hides. For information. */
function total(appends: readonly Append[]): Figure {
  const mean = (of: readonly Append[]) => of.reduce((sum, { ms }) => sum + ms, 0) / of.length
  const [ours, bare] = [mean(appends), mean(within(appends, early))]
  return { name: 'chats_mean_ms', unit: 'ms', ours: { p50: ours }, bare: { p50: bare }, ratio: ours / bare }
}

function appendAgainstBare(appends: readonly Append[]): Figure {
  const last = within(appends, late)
  const [ours, bare] = [medianOf(last, ({ ms }) => ms), medianOf(last, ({ bareMs }) => bareMs)]
  return { name: 'chats_append', unit: 'ms', ours, bare, ratio: ours.p50 / bare.p50 }
}

async function keptAgainstSaid(app: BenchApp, client: pg.Client, said: number): Promise<Figure> {
  const kept = await keptBytes(app, client)
  return {
    name: 'chats_kept',
    unit: 'bytes',
    ours: { p50: kept },
    bare: { p50: said },
    ratio: kept / said,
    goal: { atMost: 3 },
  }
}

function medianOf(appends: readonly Append[], of: (append: Append) => number) {
  const values = appends.map(of)
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) }
}
