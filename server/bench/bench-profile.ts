import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { drawWord, makeVocabulary, nearVector, seeded } from '../measure/seeded.ts'
import type { ContainerKey } from '../src/features/containers/store.ts'
import type { NewMemory } from '../src/features/memories/store.ts'
import { writeMemories } from '../src/features/memories/write-memories.ts'
import { inScope } from '../src/platform/db/tx.ts'
import { newId } from '../src/platform/lib/ids.ts'
import { attributes, type Duration, type Subject } from '../src/platform/lib/judgement.ts'
import { toVectorLiteral } from '../src/platform/providers/embedding/vector-literal.ts'
import type { Bench } from './bare/bench.ts'
import { type Figure, figureOf } from './bare/figure.ts'
import { type HttpClient, openHttpClient } from './bare/http-client.ts'
import { compare, timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

const memories = 10_000
const perWrite = 500
const goal = { p95Below: 20 }

const buckets = [
  { key: 'work', description: 'what the person does for a living' },
  { key: 'food', description: 'what the person eats and drinks' },
  { key: 'travel', description: 'journeys made and planned' },
  { key: 'health', description: 'illnesses, sleep and sport' },
]

const random = seeded(7)
const vocabulary = makeVocabulary(5_000)

/** One kind of profile request, and the statements one would write on a plain table for its lists. */
type Question = { name: string; body: Record<string, unknown>; bare: string }

const current = 'is_latest and not is_forgotten and (forget_after is null or forget_after > now())'

const questions: Question[] = [
  { name: 'lists', body: {}, bare: current },
  {
    name: 'filtered',
    body: { filters: { AND: [{ key: 'topic', value: 'topic_7' }] } },
    bare: `${current} and metadata @> '{"topic": "topic_7"}'`,
  },
  { name: 'as of last year', body: { asOf: '2025-06-01T00:00:00Z' }, bare: `learned_at <= '2025-06-01'` },
  // One word occurs in one of a hundred memories, the other in one of a thousand, so both arms find something.
  {
    name: 'with q',
    body: { q: `Where is ${vocabulary[20]} ${vocabulary[400]}?`, threshold: 0 },
    bare: current,
  },
  { name: 'buckets', body: { include: ['static', 'dynamic', 'buckets'] }, bare: current },
]

/** `POST /v4/profile` of a container with 10,000 memories, a fifth of them history or forgotten. */
export async function benchProfile(bench: Bench): Promise<Figure[]> {
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  const http = openHttpClient(app.url, app.key)
  try {
    await load(app, client)
    const figures: Figure[] = []
    for (const question of questions)
      figures.push(await compareProfile(question, http, client, bench.isQuick))
    return figures
  } finally {
    http.close()
    await client.end()
    await app.stop()
  }
}

async function load({ app, organization }: BenchApp, client: pg.Client): Promise<void> {
  say(`profile: writing ${memories} memories`)
  const key: ContainerKey = await app.containers.resolve(organization, 'profile')
  await client.query('update cell.containers set profile_buckets = $1 where container = $2', [
    JSON.stringify(buckets),
    key.container,
  ])
  const about = buckets.map(({ key, description }) => `${key}: ${description}`)
  const centres = await app.embedder.embed(about, { purpose: 'query' })
  for (let from = 0; from < memories; from += perWrite) {
    const drafts = Array.from({ length: perWrite }, (_, i) => draw(key.shard, from + i, centres))
    await inScope(app.cells.of(key.shard), { org: key.org }, db =>
      writeMemories(db, key, app.embedder.model, drafts),
    )
  }
  await client.query(
    `update cell.memories set is_latest = hashtext(id::text) % 10 <> 0, is_forgotten = hashtext(id::text) % 10 = 1,
            learned_at = now() - (abs(hashtext(id::text)) % 1000) * interval '1 day'`,
  )
  await client.query(`
    create table public.plain_memories as select * from cell.memories;
    alter table public.plain_memories add primary key (id);
    create index on public.plain_memories using gin (metadata jsonb_path_ops)`)
  await client.query(
    'vacuum analyze cell.memories, cell.memory_attributes, cell.memory_vectors, cell.memory_terms, public.plain_memories',
  )
}

/** Memories as dreaming forms them: of all attributes, mostly about the owner, half of them lasting. One in ten is not judged. */
const about: readonly Subject[] = ['owner', 'owner', 'owner', 'owner', 'person', 'person', 'thing', 'none']
const lasts: readonly Duration[] = ['lasting', 'lasting', 'always', 'dated', 'passing']
const judge = (i: number): NewMemory['judged'] =>
  i % 10 === 0
    ? undefined
    : {
        about: about[Math.floor(random() * about.length)],
        attribute: attributes[Math.floor(random() * attributes.length)],
        lasts: lasts[Math.floor(random() * lasts.length)],
      }

/** A dated memory is of the year before or the year to come. */
const dateOf = (judged: NewMemory['judged']): Date[] =>
  judged?.lasts === 'dated' ? [new Date(Date.now() + (random() - 0.5) * 2 * 365 * 86_400_000)] : []

/** Every second memory is more or less about one of the buckets. */
function draw(shard: number, i: number, centres: readonly Float32Array[]): Omit<NewMemory, 'terms'> {
  const id = newId(shard)
  const centre = i % 2 === 0 ? centres[(i / 2) % centres.length]! : new Float32Array(384)
  const judged = judge(i)
  const words = Array.from({ length: 12 }, () => drawWord(random, vocabulary))
  return {
    id,
    text: `${words.join(' ')}.`,
    isStatic: i % 20 === 0,
    isInference: i % 50 === 0,
    version: 1,
    parent: null,
    root: id,
    metadata: { topic: `topic_${i % 100}` },
    forgetAfter: null,
    forgetReason: null,
    documentDate: null,
    eventDates: dateOf(judged),
    trueFrom: null,
    origin: 'user',
    sourceCount: 1,
    judged,
    vector: toVectorLiteral(nearVector(random, centre, 1)),
  }
}

async function compareProfile(
  { name, body, bare }: Question,
  http: HttpClient,
  client: pg.Client,
  isQuick: boolean,
): Promise<Figure> {
  say(`profile: ${name}`)
  const list = (isStatic: boolean) =>
    client.query(
      `select text from public.plain_memories where is_static = ${isStatic} and ${bare} order by id desc limit 50`,
    )
  const comparison = await compare(
    () => timed(() => http.post('/v4/profile', { containerTag: 'profile', ...body })),
    () =>
      timed(async () => {
        await list(true)
        await list(false)
      }),
    { rounds: isQuick ? 4 : 10, perRound: 10, warmup: 5 },
  )
  return figureOf(`profile (${name})`, comparison, goal)
}
