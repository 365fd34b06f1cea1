import { say } from '../../measure/report.ts'
import { liftTimeLimits, moveDocuments } from '../../src/features/containers/upkeep/store.ts'
import { inScope } from '../../src/platform/db/tx.ts'
import type { Figure } from '../bare/figure.ts'
import { timed } from '../bare/measure.ts'
import { addContainers, msOf, type Scene } from './scene.ts'

/** Books of many chunks with vectors, tokens and terms, as dense as those of the bundled model. */
async function addBooks(
  { client, shard, org }: Scene,
  container: string,
  books: number,
  chunks: number,
): Promise<void> {
  await client.query(
    `insert into cell.documents (shard, org, container, id, container_tags, status, size, ordered_at, created_at)
     select $1, $2, $3, uuidv7(), '{x}', 'done', 900 * $5::int, now(), now() from generate_series(1, $4::int)`,
    [shard, org, container, books, chunks],
  )
  const of = 'd.shard, d.org, d.container'
  const rows = `from cell.documents d, generate_series(1, ${chunks}) n where d.org = '${org}' and d.container = '${container}'`
  await client.query(`
    insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
    select ${of}, d.id, n, gen_random_uuid(), 1, 0, 900, repeat(md5(n::text), 28), sha256(n::text::bytea) ${rows};
    insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
    select ${of}, 1, d.id, n, array_fill(n::real / 1e6, array[384])::vector::halfvec ${rows};
    insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
    select ${of}, 1, d.id, n, decode(repeat(md5(n::text), 256), 'hex') ${rows};
    insert into cell.chunk_terms (shard, org, container, document, position, terms)
    select ${of}, d.id, n, ('{' || (select string_agg(t || ':1', ',' order by t) from generate_series(1 + n % 50, 4000 + n % 50, 40) t) || '}/1048576')::sparsevec ${rows}`)
  await client.query(
    'analyze cell.documents, cell.chunks, cell.chunk_vectors, cell.chunk_tokens, cell.chunk_terms',
  )
}

/** Moves books into another container: our longest step against one step of up to 100 documents, and one large book. */
export async function measureMerge(scene: Scene): Promise<Figure[]> {
  const { app, client, org, shard, isQuick } = scene
  const [books, chunks, large] = isQuick ? [5, 200, 1_000] : [10, 1_000, 10_000]
  say(`upkeep: merge of ${books} documents of ${chunks} chunks, and of one of ${large}`)
  await addContainers(scene, 'merged ', 2)
  const { rows } = await client.query<{ container: string }>(
    'select container from cell.containers where org = $1 order by tag',
    [org],
  )
  const [one, other] = rows.map(({ container }) => ({ shard, org, container })) as [Key, Key]
  const perStep = isQuick ? 400 : 2_000
  const step = (source: Key, target: Key) =>
    inScope(app.cells.all[0]!, { org }, async db => {
      await liftTimeLimits(db)
      return moveDocuments(db, { source, target, count: 100, chunks: perStep })
    })
  await addBooks(scene, one.container, books, chunks)
  const steps: number[] = []
  for (let hasMore = true; hasMore; )
    steps.push(
      await timed(async () => {
        ;({ hasMore } = await step(one, other))
      }),
    )
  const bare = await timed(() =>
    client.query('select cell.move_documents($1, $2, $3, $1, $4, 100)', [
      shard,
      org,
      other.container,
      one.container,
    ]),
  )
  await client.query('delete from cell.documents where org = $1', [org])
  await client.query('truncate cell.chunks, cell.chunk_vectors, cell.chunk_tokens, cell.chunk_terms')
  await addBooks(scene, one.container, 1, large)
  const whole = await timed(() => step(one, other))
  return [
    msOf(`merge of ${books} documents of ${chunks} chunks, longest step`, Math.max(...steps), bare, {
      atMost: 0.5,
    }),
    msOf(`merge of one document of ${large} chunks`, whole, bare),
  ]
}

type Key = { shard: number; org: string; container: string }
