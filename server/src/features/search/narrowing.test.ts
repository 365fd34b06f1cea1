import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../../../measure/seeded.ts'
import { add, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { readOnceInScope } from '../../platform/db/tx.ts'
import { type Filter, filtersSchema } from '../../platform/filters/schema.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import type { Narrowing } from './narrowing-store.ts'
import { type ChunkRecallQuery, recallChunks, recallStatement } from './store.ts'

/** Inserts rows directly, runs the statement as the application does, and compares it with a search in plain JavaScript. */
const documents = 6_000

let embedder: ScriptedEmbedder
let server: TestServer
let query: ChunkRecallQuery
let byDistance: number[]

const metadataOf = (i: number) => ({
  topic: `topic_${i % 500}`,
  lang: ['en', 'de', 'fr', 'pt'][i % 4]!,
  price: i % 100,
  ...(i % 3 === 0 && { tags: [`tag_${i % 7}`, 'all'] }),
  ...(i % 10 === 0 && { userId: `user_${i % 50}` }),
})
const pathOf = (i: number) => (i % 2 === 0 ? `/folder_${i % 40}/deep/file_${i}` : undefined)
const categoryOf = (i: number) => [undefined, 'science', 'health', undefined, undefined][i % 5]
/** The same vectors in every run, because no two of them may have the same distance. */
const random = seeded(6)
const idOf = (i: number) => `01900000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`
const numberOf = (id: string) => Number.parseInt(id.slice(24), 16)

beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ config: embedder.config })
  const id = await add(server.client, { content: 'The first of many.', containerTag: 'large' })
  await untilFinished(server.client, id)
  const { shard, org, container } = await laneOf(server, server.client, 'large')
  const set = embeddingSetOf(server.app.embedder.model)
  const { admin } = server.databases[0]!
  const key = [shard, org, container]
  const all = Array.from({ length: documents }, (_, i) => i)
  await admin.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status, metadata, filepath, category)
     select $1, $2, $3, id, '{large}', 1, now(), now(), 'done', metadata, filepath, category
       from unnest($4::uuid[], $5::jsonb[], $6::text[], $7::text[]) d (id, metadata, filepath, category)`,
    [
      ...key,
      all.map(idOf),
      all.map(i => JSON.stringify(metadataOf(i))),
      all.map(i => pathOf(i) ?? null),
      all.map(i => categoryOf(i) ?? null),
    ],
  )
  await admin.query(
    `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
     select $1, $2, $3, $4, d, 0, v::halfvec from unnest($5::uuid[], $6::text[]) c (d, v)`,
    [...key, set, all.map(idOf), all.map(() => `[${Array.from({ length: 384 }, () => random() - 0.5)}]`)],
  )
  await admin.query(
    `insert into cell.chunk_terms (shard, org, container, document, position, terms)
     select $1, $2, $3, d, 0, '{1:1}/1048576' from unnest($4::uuid[]) d`,
    [...key, all.map(idOf)],
  )
  await admin.query(
    'vacuum analyze cell.documents, cell.document_attributes, cell.chunk_vectors, cell.chunk_terms',
  )
  const vector = `[${Array.from({ length: 384 }, (_, i) => Math.sin(i + 1))}]`
  query = {
    scope: { org, shards: [shard], containers: [container], document: undefined },
    plan: { path: 'exact', candidates: 400, perArm: 20 },
    dense: { set, vector },
    lexical: undefined,
  }
  const { rows } = await admin.query<{ document: string }>(
    'select document from cell.chunk_vectors where container = $1 order by embedding <=> $2::halfvec',
    [container, vector],
  )
  byDistance = rows.map(({ document }) => numberOf(document)).filter(i => i < documents)
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const read = <T>(work: Parameters<typeof readOnceInScope<T>>[2]) =>
  readOnceInScope(server.app.cells.all[0]!, { org: query.scope.org }, work)

async function find(narrowing: Narrowing, more: Partial<ChunkRecallQuery> = {}): Promise<number[]> {
  const rows = await read(db => recallChunks(db, { ...query, ...more, narrowing }))
  return rows
    .toSorted((a, b) => a.denseRank! - b.denseRank!)
    .map(({ document }) => numberOf(document))
    .filter(i => i < documents)
}

const nearest = (isMeant: (i: number) => boolean, count = 20) => byDistance.filter(isMeant).slice(0, count)

/** Evaluates a filter in plain JavaScript. */
function holds(filter: Filter, i: number): boolean {
  if ('AND' in filter) return filter.AND.every(each => holds(each, i))
  if ('OR' in filter) return filter.OR.some(each => holds(each, i))
  const value = (metadataOf(i) as Record<string, string | number | string[]>)[filter.key]
  const fold = (text: string) => (filter.ignoreCase ? text.toLowerCase() : text)
  const equal = (a: string) => fold(a) === fold(filter.value)
  const matches = {
    metadata: () => value !== undefined && !Array.isArray(value) && equal(String(value)),
    array_contains: () => Array.isArray(value) && value.some(equal),
    string_contains: () => typeof value === 'string' && fold(value).includes(fold(filter.value)),
    numeric: () => typeof value === 'number' && compare(value, filter.numericOperator, Number(filter.value)),
  }[filter.filterType]()
  return matches !== filter.negate
}

function compare(a: number, operator: string, b: number): boolean {
  return { '>': a > b, '<': a < b, '>=': a >= b, '<=': a <= b, '=': a === b }[operator]!
}

const some = (condition: object) => ({ AND: [condition] })
const filters: Record<string, object> = {
  'one rare value': some({ key: 'topic', value: 'topic_77' }),
  'one common value': some({ key: 'lang', value: 'de' }),
  'in any case': some({ key: 'topic', value: 'TOPIC_78', ignoreCase: true }),
  'a range of numbers': {
    AND: [
      { key: 'price', value: '90', filterType: 'numeric', numericOperator: '>=' },
      { key: 'price', value: '95', filterType: 'numeric', numericOperator: '<' },
    ],
  },
  'an element of an array': some({ key: 'tags', value: 'tag_3', filterType: 'array_contains' }),
  'a part of a text': some({ key: 'topic', value: 'pic_49', filterType: 'string_contains' }),
  'both of two': {
    AND: [
      { key: 'lang', value: 'en' },
      { key: 'topic', value: 'topic_80' },
    ],
  },
  'either of two': {
    OR: [
      { key: 'topic', value: 'topic_1' },
      { key: 'topic', value: 'topic_2' },
    ],
  },
  'not one': some({ key: 'lang', value: 'en', negate: true }),
  'no array at all, or a number': {
    OR: [
      { key: 'tags', value: 'all', filterType: 'array_contains', negate: true },
      { key: 'price', value: '7', filterType: 'numeric' },
    ],
  },
  'one and not another': {
    AND: [
      { key: 'lang', value: 'fr' },
      { key: 'price', value: '50', filterType: 'numeric', numericOperator: '>', negate: true },
    ],
  },
  'more than are joined': { AND: Array.from({ length: 8 }, () => ({ key: 'lang', value: 'pt' })) },
  nested: {
    AND: [
      { OR: [{ key: 'lang', value: 'de' }, { AND: [{ key: 'topic', value: 'topic_4' }] }] },
      { OR: [{ key: 'price', value: '9', filterType: 'numeric', negate: true }] },
    ],
  },
  nobody: some({ key: 'nothing', value: 'x' }),
  everybody: { AND: [] },
  'nobody by an empty OR': { OR: [] },
}

describe('a filtered search finds the nearest matching documents, as plain JavaScript does:', () => {
  test.each(Object.keys(filters))('%s', async name => {
    const filter = filtersSchema.parse(filters[name])
    const expected = nearest(i => holds(filter, i))
    expect(await find({ filters: filter })).toEqual(expected)
  })

  test('with random filters', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const filter = filtersSchema.parse(randomFilter(seed))
      expect(await find({ filters: filter }), JSON.stringify(filter)).toEqual(nearest(i => holds(filter, i)))
    }
  })

  test.each<[string, Narrowing, (i: number) => boolean]>([
    ['a path', { filepath: '/folder_8/deep/file_48' }, i => i === 48],
    ['a folder', { filepath: '/folder_8/' }, i => pathOf(i)?.startsWith('/folder_8/') ?? false],
    ['no folder without its slash', { filepath: '/folder_8' }, () => false],
    ['a category', { categories: ['health'] }, i => categoryOf(i) === 'health'],
    ['categories', { categories: ['health', 'science'] }, i => categoryOf(i) !== undefined],
    ['a user', { userId: 'user_20' }, i => i % 50 === 20],
    ['the container of a user', { userId: 'large' }, () => true],
    ['documents', { documents: [5, 6, 7].map(idOf) }, i => [5, 6, 7].includes(i)],
    [
      'all at once',
      {
        filters: filtersSchema.parse(some({ key: 'lang', value: 'fr', negate: true })),
        filepath: '/folder_8/',
        categories: ['science', 'health'],
      },
      i => i % 4 !== 2 && (pathOf(i)?.startsWith('/folder_8/') ?? false) && categoryOf(i) !== undefined,
    ],
  ])('%s', async (_, narrowing, isMeant) => {
    expect(await find(narrowing)).toEqual(nearest(isMeant))
  })

  test('with a scan of binary codes', async () => {
    const plan = { path: 'quantised', candidates: documents, perArm: 20 } as const
    for (const name of ['one common value', 'not one']) {
      const filter = filtersSchema.parse(filters[name])
      expect(await find({ filters: filter }, { plan })).toEqual(nearest(i => holds(filter, i)))
    }
  })
})

describe('under row-level security,', () => {
  const narrowings: [string, Narrowing][] = [
    ...Object.keys(filters).map((name): [string, Narrowing] => [
      name,
      { filters: filtersSchema.parse(filters[name]) },
    ]),
    ['a folder', { filepath: '/folder_8/' }],
    ['a path', { filepath: '/folder_8/deep/file_48' }],
    ['a category', { categories: ['health'] }],
    ['a user', { userId: 'user_20' }],
  ]

  test.each(narrowings)('no table is scanned sequentially: %s', async (_, narrowing) => {
    const lexical = { vector: '{1:1}/1048576' }
    for (const path of ['exact', 'quantised'] as const) {
      const nodes = await explain({ ...query, plan: { ...query.plan, path }, lexical, narrowing })
      const scans = nodes.filter(node => node['Relation Name'])
      expect(scans.length).toBeGreaterThan(2)
      for (const scan of scans) {
        expect(scan['Node Type']).toMatch(/Index|Bitmap Heap/)
        expect(scan['Index Cond'] ?? scan['Recheck Cond']).toContain('org')
      }
    }
  })

  test('the admitted documents are an index condition in each arm', async () => {
    const filter = filtersSchema.parse(filters['one rare value'])
    const nodes = await explain({
      ...query,
      lexical: { vector: '{1:1}/1048576' },
      narrowing: { filters: filter },
    })
    for (const table of ['chunk_vectors', 'chunk_terms']) {
      const scans = nodes.filter(node => node['Relation Name']?.startsWith(table))
      expect(scans.some(scan => scan['Index Cond']?.includes('document = ANY'))).toBe(true)
    }
    const attributes = nodes.filter(node => node['Relation Name']?.startsWith('document_attributes'))
    for (const scan of attributes) expect(scan['Index Cond']).toMatch(/key = .*folded = /)
  })

  test('excluded documents are looked up in a hash, not in a list', async () => {
    const filter = filtersSchema.parse(filters['not one'])
    const nodes = await explain({ ...query, narrowing: { filters: filter } })
    const scans = nodes.filter(node => node['Relation Name']?.startsWith('chunk_vectors'))
    expect(scans.some(scan => /NOT .*hashed SubPlan/.test(scan.Filter ?? ''))).toBe(true)
  })
})

type PlanNode = {
  Plan?: PlanNode
  Plans?: PlanNode[]
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
}

async function explain(asked: ChunkRecallQuery): Promise<PlanNode[]> {
  const nodes = (node: PlanNode): PlanNode[] => [
    node,
    ...[node.Plan ?? [], node.Plans ?? []].flat().flatMap(nodes),
  ]
  return read(async db => {
    const { sql: text, parameters } = recallStatement(asked).compile(db)
    const statement = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': PlanNode[] }>(statement)
    return rows[0]!['QUERY PLAN'].flatMap(nodes)
  })
}

/** Returns the same filter for the same seed. */
function randomFilter(seed: number): object {
  let state = seed * 7919
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const condition = (): object => {
    const kinds = [
      { key: 'lang', value: ['en', 'DE', 'fr', 'xx'][next(4)], ignoreCase: next(2) === 0 },
      { key: 'price', value: next(100), filterType: 'numeric', numericOperator: ['<', '>=', '='][next(3)] },
      { key: 'tags', value: `tag_${next(9)}`, filterType: 'array_contains' },
      { key: 'topic', value: `_${next(60)}`, filterType: 'string_contains' },
      { key: 'userId', value: `user_${next(5) * 10}` },
    ]
    return { ...kinds[next(kinds.length)], negate: next(3) === 0 }
  }
  const group = (depth: number): object => {
    const children = Array.from({ length: 1 + next(3) }, () =>
      depth < 4 && next(3) === 0 ? group(depth + 1) : condition(),
    )
    return next(2) === 0 ? { AND: children } : { OR: children }
  }
  return group(0)
}
