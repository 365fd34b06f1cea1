import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawWord, makeVocabulary, seeded } from '../../../measure/seeded.ts'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { documentVector, queryVector, termId, toSparseLiteral } from '../../language/lexical/term-vector.ts'
import { openPool } from '../../platform/db/pool.ts'
import { type Db, readInScope, type Source } from '../../platform/db/tx.ts'
import { decodeId, newId } from '../../platform/lib/ids.ts'
import { wordIndexedFrom } from '../containers/index-sizes.ts'
import { wakeLargeContainers } from '../containers/upkeep/run-upkeep-step.ts'
import { recallByKeywords } from '../recall/arm-store.ts'
import { planRecall, type RecallPlan } from '../recall/plan-recall.ts'
import {
  type ChunkRecallQuery,
  chunkCorpus,
  type RecalledChunk,
  recallChunks,
  recallStatement,
} from './store.ts'

const large = 100_000

/** Inserts chunks as the pipeline leaves them in a container that has become large. */
describe('keyword search by the rarest words', () => {
  const shard = 7
  const org = newId(shard)
  const [here, elsewhere] = [newId(shard), newId(shard)]
  const size = 3_000
  const unsought = 500
  const vocabulary = makeVocabulary(3_000)
  const random = seeded(22)
  const words = Array.from({ length: size }, () =>
    Array.from({ length: 40 }, () => drawWord(random, vocabulary)),
  )
  const documents = words.map(() => newId(shard))
  const frequencies = count(words.flatMap(text => [...new Set(text)]))

  let database: TestDatabase
  let source: Source

  beforeAll(async () => {
    database = await createDatabase()
    source = {
      name: 'sought',
      pool: openPool({ url: database.login, role: 'reverie_app', max: 1, name: 'sought test' }),
    }
    await database.admin.query(
      `insert into cell.containers (shard, org, container, tag, active_set) select $1, $2, c, c::text, 1 from unnest($3::uuid[]) c`,
      [shard, org, [here, elsewhere]],
    )
    await database.admin.query(
      `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status)
       select $1, $2, $3, d, '{here}', 1, now(), now(), 'done' from unnest($4::uuid[]) d`,
      [shard, org, here, documents],
    )
    await database.admin.query(
      `insert into cell.chunk_terms (shard, org, container, document, position, terms, sought)
       select $1, $2, $3, d, 0, t, n > ${unsought} from unnest($4::uuid[], $5::sparsevec[]) with ordinality c (d, t, n)`,
      [shard, org, here, documents, words.map(text => toSparseLiteral(documentVector(count(text))))],
    )
    await database.admin.query(
      `insert into cell.term_counts (shard, org, container, term, chunks) select $1, $2, $3, t.* from unnest($4::int[], $5::int[]) t`,
      [shard, org, here, [...frequencies.keys()], [...frequencies.values()]],
    )
    await database.admin.query('vacuum analyze cell.chunk_terms')
  })
  afterAll(async () => {
    await source.pool.end()
    await database.drop()
  })

  function count(list: readonly string[]): Map<number, number> {
    const counts = new Map<number, number>()
    for (const word of list) counts.set(termId(word), (counts.get(termId(word)) ?? 0) + 1)
    return counts
  }

  const queryOf = (asked: readonly string[], plan: Partial<RecallPlan>, container = here) => ({
    scope: { org, shards: [shard], containers: [container], document: undefined },
    plan: { ...planRecall(large, 10), ...plan },
    dense: undefined,
    lexical: { vector: toSparseLiteral(queryVector([count(asked)], frequencies, size).vector) },
  })

  const inScope = <T>(work: (db: Db) => Promise<T>) => readInScope(source, { org }, work)

  async function find(asked: readonly string[], plan: Partial<RecallPlan>, container = here) {
    const rows = await inScope(db => recallChunks(db, queryOf(asked, plan, container)))
    return rows
      .toSorted((a, b) => Number(a.lexicalRank) - Number(b.lexicalRank))
      .slice(0, 10)
      .map(({ document, bm25 }) => ({ document, bm25 }))
  }

  test('finds the same chunks as comparing all, including those from before the container was large', async () => {
    let [held, all] = [0, 0]
    for (let i = 0; i < size; i += 100) {
      const asked = words[i]!.slice(0, 6)
      const exact = await find(asked, { sought: undefined })
      const found = await find(asked, { sought: 600 })
      expect(found[0]).toEqual(exact[0])
      held += exact.filter(each => found.some(({ document }) => document === each.document)).length
      all += exact.length
    }
    expect(held / all).toBeGreaterThanOrEqual(0.98)
  })

  test('finds the same when it runs ahead, with current scores and without chunks deleted since', async () => {
    const query = queryOf(words[9]!.slice(0, 6), { sought: 600 })
    const byRank = (a: RecalledChunk, b: RecalledChunk) => Number(a.lexicalRank) - Number(b.lexicalRank)
    const [whole, ahead, without] = await inScope(async db => {
      const found = await recallByKeywords(db, chunkCorpus, { ...query, vector: query.lexical.vector })
      const recallOf = async (lexical: ChunkRecallQuery['lexical']) =>
        (await recallChunks(db, { ...query, lexical })).toSorted(byRank)
      const gone = { ...found[1]!, position: 1 }
      return [
        await recallOf(query.lexical),
        await recallOf({ ...query.lexical, matches: found }),
        await recallOf({ ...query.lexical, matches: found.with(1, gone) }),
      ]
    })
    expect(ahead).toEqual(whole)
    expect(without).toEqual(whole!.toSpliced(1, 1))
  })

  test('looks up at least one word, however common it is', async () => {
    const [common] = [...frequencies].sort(([, a], [, b]) => b - a)[0]!
    const asked = vocabulary.filter(word => termId(word) === common)
    const scores = async (sought?: number) => (await find(asked, { sought })).map(({ bm25 }) => bm25)
    expect(await scores(1)).toEqual(await scores())
  })

  test('scans no table sequentially: words and chunks not indexed by words each have an index', async () => {
    const query = queryOf(words[9]!.slice(0, 6), { sought: 600 })
    const [before, after] = await inScope(async db => {
      const counted = await countScans(db)
      await recallChunks(db, query)
      return [counted, await countScans(db)]
    })
    const scansOf = (part: string) => {
      const i = after!.findIndex(({ how }) => how.includes(part))
      return after![i]!.scans - before![i]!.scans
    }
    expect(scansOf('USING gin')).toBe(1)
    expect(scansOf('WHERE (NOT sought)')).toBe(1)
    expect(scansOf('from end to end')).toBe(0)
  })

  /** The number of scans of the partition of terms, by index. Counts continue from one transaction to the next. */
  async function countScans(db: Db): Promise<{ how: string; scans: number }[]> {
    const { rows } = await db.executeQuery<{ how: string; scans: number }>(
      CompiledQuery.raw(
        `select coalesce(pg_get_indexdef(i.indexrelid), 'from end to end') as how, pg_stat_get_xact_numscans(t.oid)::int as scans
           from pg_class t left join pg_index i on i.indexrelid = t.oid
          where 'cell.chunk_terms_0'::regclass in (t.oid, i.indrelid) order by 1`,
      ),
    )
    return rows
  }

  test('is not used for several containers, one document or a filter, which compare every chunk', async () => {
    const query = queryOf(words[9]!, {})
    const textOf = (changed: object) =>
      inScope(async db => recallStatement({ ...query, ...changed }).compile(db).sql)
    expect(await textOf({})).toContain('find_sought')
    for (const scope of [
      { ...query.scope, containers: [here, elsewhere] },
      { ...query.scope, containers: undefined },
      { ...query.scope, document: documents[0] },
    ])
      expect(await textOf({ scope })).not.toContain('find_sought')
    expect(await textOf({ narrowing: { filepath: '/notes/' } })).not.toContain('find_sought')
    expect(await textOf({ plan: planRecall(8_000, 10) })).not.toContain('find_sought')
  })

  test('finds a moved chunk in its new container', async () => {
    const moved = documents[size - 1]!
    const asked = words[size - 1]!
    for (const table of ['chunk_terms', 'documents'])
      await database.admin.query(
        `update cell.${table} set container = $1 where container = $2 and ${table === 'documents' ? 'id' : 'document'} = $3`,
        [elsewhere, here, moved],
      )
    await database.admin.query(
      'insert into cell.term_counts (shard, org, container, term, chunks) select $1, $2, $3, t, 1 from unnest($4::int[]) t',
      [shard, org, elsewhere, [...count(asked).keys()]],
    )
    expect((await find(asked, {})).map(({ document }) => document)).not.toContain(moved)
    expect((await find(asked, {}, elsewhere)).map(({ document }) => document)).toEqual([moved])
  })
})

describe('a container that becomes large', () => {
  let embedder: ScriptedEmbedder
  let server: TestServer
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    server = await startTestServer({ config: embedder.config })
  })
  afterAll(async () => {
    await server.close()
    await embedder.close()
  })

  async function addText(content: string): Promise<string> {
    const id = await add(server.client, { content, containerTag: 'growing' })
    await untilFinished(server.client, id)
    return id
  }

  async function find(q: string): Promise<string[]> {
    const { body } = await server.client.request('POST', '/v3/search', {
      q,
      containerTag: 'growing',
      explain: true,
    })
    const byWords = body.results.filter(
      (result: { chunks: { explain: { lexical?: { rank?: number } } }[] }) =>
        result.chunks[0]!.explain.lexical?.rank,
    )
    return byWords.map(({ documentId }: { documentId: string }) => documentId)
  }

  test('finds chunks from before and after by words, and no deleted ones', async () => {
    const before = await addText('A quokka slept under the acacia.')
    await queryCells(server.databases, `update cell.containers set chunks = $1 where tag = 'growing'`, [
      Math.max(large, wordIndexedFrom),
    ])
    const after = await addText('Another quokka swam across the strait.')
    const sought = await queryCells<{ document: string; sought: boolean }>(
      server.databases,
      'select document, sought from cell.chunk_terms',
      [],
    )
    const byDocument = new Map(sought.map(row => [row.document, row.sought]))
    expect([before, after].map(id => byDocument.get(decodeId(id)!))).toEqual([false, true])
    expect((await find('quokka')).toSorted()).toEqual([before, after].toSorted())
    expect(await find('strait')).toEqual([after])
    await server.client.request('DELETE', `/v3/documents/${after}`)
    expect(await find('quokka')).toEqual([before])
  })

  test('gets its first chunks indexed by words eventually', async () => {
    const unsought = () => queryCells(server.databases, 'select from cell.chunk_terms where not sought', [])
    expect(await unsought()).not.toEqual([])
    for (const cell of server.app.cells.all)
      await wakeLargeContainers(cell, server.app.wakes.ofCell(cell.name))
    await until(unsought, rows => rows.length === 0)
    expect(await find('acacia')).toHaveLength(1)
  })
})
