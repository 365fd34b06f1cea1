import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import type { Bench } from './bare/bench.ts'
import { type Figure, figureOf } from './bare/figure.ts'
import { type HttpClient, openHttpClient } from './bare/http-client.ts'
import { compare, timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

const documents = 100_000
const goal = { p95Below: 50 }

/** One kind of list: the client's request, and the condition one would write on a table with a JSON column. */
type Question = { name: string; bare: string; filters?: object; page?: number; limit?: number; sort?: string }

const all = (...conditions: object[]) => ({ AND: conditions })
const is = (key: string, value: string, more = {}) => ({ key, value, ...more })
const number = (key: string, numericOperator: string, value: number) =>
  is(key, String(value), { filterType: 'numeric', numericOperator })

const questions: Question[] = [
  { name: 'no filter', bare: 'true' },
  { name: 'exact, rare', filters: all(is('topic', 'topic_77')), bare: `m @> '{"topic": "topic_77"}'` },
  { name: 'exact, common', filters: all(is('lang', 'de')), bare: `m @> '{"lang": "de"}'` },
  {
    name: 'ignoreCase',
    filters: all(is('topic', 'TOPIC_78', { ignoreCase: true })),
    bare: `lower(m ->> 'topic') = 'topic_78'`,
  },
  {
    name: 'numeric range',
    filters: all(number('price', '>=', 990), number('price', '<', 995)),
    bare: `(m ->> 'price')::float8 >= 990 and (m ->> 'price')::float8 < 995`,
  },
  {
    name: 'numeric, nearly all',
    filters: all(number('price', '>=', 10)),
    bare: `(m ->> 'price')::float8 >= 10`,
  },
  {
    name: 'array_contains',
    filters: all(is('tags', 'u3', { filterType: 'array_contains' })),
    bare: `m @> '{"tags": ["u3"]}'`,
  },
  {
    name: 'string_contains',
    filters: all(is('author', 'number 199', { filterType: 'string_contains' })),
    bare: `strpos(m ->> 'author', 'number 199') > 0`,
  },
  {
    name: 'string_contains, ignoreCase',
    filters: all(is('author', 'NUMBER 199', { filterType: 'string_contains', ignoreCase: true })),
    bare: `strpos(lower(m ->> 'author'), 'number 199') > 0`,
  },
  {
    name: 'two at once',
    filters: all(is('lang', 'en'), is('topic', 'topic_80')),
    bare: `m @> '{"lang": "en", "topic": "topic_80"}'`,
  },
  {
    name: 'either',
    filters: { OR: [is('topic', 'topic_1'), is('topic', 'topic_2')] },
    bare: `(m @> '{"topic": "topic_1"}' or m @> '{"topic": "topic_2"}')`,
  },
  {
    name: 'mixed',
    filters: { OR: [is('topic', 'topic_1'), all(is('lang', 'de'), number('price', '>', 500))] },
    bare: `(m @> '{"topic": "topic_1"}' or (m @> '{"lang": "de"}' and (m ->> 'price')::float8 > 500))`,
  },
  {
    name: 'negate',
    filters: all(is('lang', 'en', { negate: true })),
    bare: `not coalesce(m @> '{"lang": "en"}', false)`,
  },
  {
    name: 'by updatedAt',
    filters: all(is('lang', 'de')),
    sort: 'updatedAt',
    bare: `m @> '{"lang": "de"}'`,
  },
  { name: 'page 1,000', page: 1_000, bare: 'true' },
  {
    name: 'page 1,000 of a filter',
    filters: all(is('lang', 'de')),
    page: 1_000,
    bare: `m @> '{"lang": "de"}'`,
  },
]

/**
 * `POST /v3/documents/list` of a container with 100,000 documents, under row-level security and with its exact total.
 */
export async function benchLists(bench: Bench): Promise<Figure[]> {
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  const http = openHttpClient(app.url, app.key)
  try {
    await load(app, client, http)
    const figures: Figure[] = []
    for (const question of questions) figures.push(await compareList(question, http, client, bench.isQuick))
    return figures
  } finally {
    http.close()
    await client.end()
    await app.stop()
  }
}

async function load({ organization }: BenchApp, client: pg.Client, http: HttpClient): Promise<void> {
  say(`lists: loading ${documents} documents`)
  await http.post('/v3/documents', { content: 'The first of many.', containerTag: 'lists' })
  const { rows } = await client.query(
    `select shard, org, container from cell.containers where tag = 'lists' and org = $1`,
    [organization.id],
  )
  const { shard, org, container } = rows[0]
  await client.query(
    `insert into cell.documents (shard, org, container, id, container_tags, status, size, ordered_at, created_at, metadata)
     select $1, $2, $3, uuidv7(make_interval(secs => i)), '{lists}', 'done', 10, now(), now(), jsonb_build_object(
       'topic', 'topic_' || i % 500, 'lang', (array['en', 'de', 'fr', 'pt'])[1 + i % 4], 'price', i % 1000,
       'author', 'Author number ' || i % 2000, 'tags', jsonb_build_array('t' || i % 50, 'u' || i % 7))
       from generate_series(1, ${documents}) i`,
    [shard, org, container],
  )
  await client.query(`
    create table public.plain_list as select id, updated_at, metadata as m from cell.documents;
    alter table public.plain_list add primary key (id);
    create index on public.plain_list using gin (m jsonb_path_ops);
    create index on public.plain_list (((m ->> 'price')::float8));
    create index on public.plain_list (lower(m ->> 'topic'))`)
  await client.query('vacuum analyze cell.documents, cell.document_attributes, public.plain_list')
}

async function compareList(
  { name, bare, filters, page = 1, limit = 10, sort = 'createdAt' }: Question,
  http: HttpClient,
  client: pg.Client,
  isQuick: boolean,
): Promise<Figure> {
  say(`lists: ${name}`)
  const order = sort === 'createdAt' ? 'id desc' : 'updated_at desc, id desc'
  const comparison = await compare(
    () => timed(() => http.post('/v3/documents/list', { containerTag: 'lists', filters, page, limit, sort })),
    () =>
      timed(async () => {
        const skip = (page - 1) * limit
        await client.query(
          `select * from public.plain_list where ${bare} order by ${order} limit ${limit} offset ${skip}`,
        )
        await client.query(`select count(*) from public.plain_list where ${bare}`)
      }),
    { rounds: isQuick ? 4 : 10, perRound: 5, warmup: 3 },
  )
  return figureOf(`list (${name})`, comparison, goal)
}
