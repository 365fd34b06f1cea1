import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, type Client, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { marks } from '../../language/lexical/languages.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { mostTokens, poolCodes } from '../../platform/providers/embedding/pool-codes.ts'

type Hit = { documentId: string; chunks: { score: number; explain: { lexical: unknown } }[] }

/** Bytes of a token's code. */
const width = 48

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startTestServer()
  client = server.client
})
afterAll(() => server.close())

const filler =
  'The workshop keeps a ledger of every repair since the spring, with the name of the customer, the price, the hours and the spare parts. '
const corpus = {
  boiler: `${filler}The boiler of the school lost pressure because a valve leaked, and the plumber replaced its gasket in October before the frost came. ${filler}`,
  bicycle: `${filler}The courier brought a bicycle with a bent fork after a collision near the harbour, and wanted new brakes and a lamp as well. ${filler}`,
  violin: `${filler}A violin arrived from the orchestra with a crack in its neck; the luthier glued it and asked for a month of rest. ${filler}`,
}
const questions = {
  'Why did the school lose pressure?': 'boiler',
  'bicycle collision near the harbour': 'bicycle',
  'Who glued the violin?': 'violin',
}

const search = async (q: string, containerTag: string): Promise<Hit[]> =>
  (await client.request('POST', '/v3/search', { q, containerTag, explain: true })).body.results

/** Pools the tokens of a document, as `reverie compact --pool-tokens` does. Returns the most that a chunk had. */
async function poolTokens(id: string): Promise<number> {
  const { admin } = server.databases[0]!
  const { rows } = await admin.query<{ position: number; codes: Buffer }>(
    'select position, codes from cell.chunk_tokens where document = $1',
    [decodeId(id)],
  )
  for (const { position, codes } of rows)
    await admin.query('update cell.chunk_tokens set codes = $3 where document = $1 and position = $2', [
      decodeId(id),
      position,
      poolCodes(codes, width),
    ])
  return Math.max(...rows.map(({ codes }) => codes.length / width))
}

/** Leaves one half of the term counts in a tally, and the other half in rows, as versions before tallies stored them. */
async function countInBothForms(tag: string): Promise<void> {
  const { admin } = server.databases[0]!
  const { rows } = await admin.query<{ container: string }>(
    'select container, cell.spill_tallies(shard, org, container) from cell.containers where tag = $1',
    [tag],
  )
  await admin.query(
    `with gone as (delete from cell.term_counts where container = $1 and term % 2 = 0 returning *)
     insert into cell.term_tallies (shard, org, container, marks, tally)
     select shard, org, container, coalesce(array_agg(term) filter (where term = any($2::int[])), '{}'),
            string_agg(substring(int8send((term - 1)::bigint * 4096 + chunks + 2048) from 5 for 4), ''::bytea order by term)
       from gone group by 1, 2, 3`,
    [rows[0]!.container, [...marks.keys()]],
  )
}

test('a container with term counts in both forms and some pooled tokens answers as one with new rows only', async () => {
  const ids = new Map<string, string>()
  for (const containerTag of ['new', 'mixed'])
    for (const [name, content] of Object.entries(corpus))
      ids.set(`${containerTag} ${name}`, await add(client, { content, containerTag }))
  for (const id of ids.values()) await untilFinished(client, id)
  expect(await poolTokens(ids.get('mixed bicycle')!)).toBeGreaterThan(mostTokens)
  await countInBothForms('mixed')
  for (const [question, answer] of Object.entries(questions)) {
    const [[expected], [found]] = await Promise.all([search(question, 'new'), search(question, 'mixed')])
    expect(expected!.documentId).toBe(ids.get(`new ${answer}`))
    expect(found!.documentId).toBe(ids.get(`mixed ${answer}`))
    expect(found!.chunks[0]!.explain.lexical).toEqual(expected!.chunks[0]!.explain.lexical)
    expect(Math.abs(found!.chunks[0]!.score - expected!.chunks[0]!.score)).toBeLessThan(0.05)
  }
})
