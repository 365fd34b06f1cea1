import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Cells, openCells } from '../../platform/db/cells.ts'
import { sendInScope } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { newId, timeOf } from '../../platform/lib/ids.ts'
import type { ContainerKey } from '../containers/store.ts'
import { addStatements } from './new-documents.ts'
import type { NewDocument } from './store.ts'

let database: TestDatabase
let cells: Cells
let key: ContainerKey
beforeAll(async () => {
  database = await createDatabase()
  cells = openCells([{ name: 'main', url: database.login }], 2, 'insert test')
  key = { shard: 7, org: newId(7), container: newId(7) }
  await database.admin.query(
    `insert into cell.containers (shard, org, container, tag, active_set) values ($1, $2, $3, 'odd', 1)`,
    [key.shard, key.org, key.container],
  )
})
afterAll(async () => {
  await cells.close()
  await database.drop()
})

/** Everything that an array or JSON in a statement could misread, and half a surrogate pair, which Postgres cannot store. */
const odd = (name: string) => `${name} "quoted" 'single' \\ \\u0041 {a,b} NULL null\n\t🙂 ${'\ud83d'}`
const stored = (text: string) => text.toWellFormed()

function plain(content: string): NewDocument {
  const id = newId(key.shard)
  return {
    ...{
      id,
      customId: null,
      containerTags: ['odd'],
      taskType: 'memory',
      source: 'api',
      filepath: null,
      metadata: null,
    },
    ...{
      entityContext: null,
      filterByMetadata: null,
      dreaming: 'dynamic',
      documentDate: null,
      createdAt: timeOf(id),
    },
    ...{
      content,
      turns: null,
      contentHash: Buffer.from([0, 92, 255]),
      lane: lanes.interactive,
      type: 'text',
      url: null,
    },
    ...{ size: content.length, file: null, origin: { requestId: null, traceparent: null } },
  }
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await database.admin.query(
    `select r.*, d.* from cell.documents d join cell.revisions r on r.document = d.id where d.id = $1`,
    [id],
  )
  return rows[0]
}

test('every field of a new document is stored as it was given, whatever characters it has', async () => {
  const full: NewDocument = {
    ...plain(odd('content')),
    ...{ customId: odd('id'), containerTags: ['odd', odd('tag')], taskType: 'rag', source: odd('source') },
    ...{
      filepath: odd('path'),
      metadata: { [odd('key')]: odd('value'), list: ['a', odd('item')], n: -1.5, yes: true },
    },
    ...{ entityContext: odd('context'), filterByMetadata: { from: odd('filter') }, dreaming: 'instant' },
    ...{
      documentDate: new Date('0099-12-31T23:59:59.123Z'),
      lane: lanes.bulk,
      type: 'pdf',
      url: 'https://example.org/ü?a=1',
    },
    turns: [{ start: 0, end: 4, role: 'user', name: odd('name') }],
    file: { blobKey: 'k', name: odd('file'), contentType: 'text/plain', bytes: 3, sha256: '00', type: 'pdf' },
    connection: { id: newId(0), url: odd('url') },
    origin: { requestId: 'req_1', traceparent: '00-a-b-01' },
  }
  const empty = plain('')
  const placed = [full, empty].map(document => ({ key, document }))
  await sendInScope(cells.all[0]!, { org: key.org }, addStatements(placed))
  expect(await rowOf(full.id)).toMatchObject({
    ...{ org: key.org, container: key.container, shard: 7, status: 'queued', dreaming_status: 'done' },
    ...{
      custom_id: stored(odd('id')),
      container_tags: ['odd', stored(odd('tag'))],
      source: stored(odd('source')),
    },
    ...{
      filepath: stored(odd('path')),
      entity_context: stored(odd('context')),
      dreaming: 'instant',
      lane: 1,
    },
    metadata: {
      [stored(odd('key'))]: stored(odd('value')),
      list: ['a', stored(odd('item'))],
      n: -1.5,
      yes: true,
    },
    ...{
      filter_by_metadata: { from: stored(odd('filter')) },
      document_date: full.documentDate,
      ordered_at: full.documentDate,
    },
    ...{
      created_at: full.createdAt,
      content: stored(odd('content')),
      content_hash: full.contentHash,
      type: 'pdf',
    },
    ...{
      blob_key: 'k',
      file_name: stored(odd('file')),
      file_type: 'text/plain',
      url: 'https://example.org/ü?a=1',
    },
    turns: [{ start: 0, end: 4, role: 'user', name: stored(odd('name')) }],
    ...{ connection_id: full.connection!.id, request_id: 'req_1', traceparent: '00-a-b-01' },
  })
  const { rows: tags } = await database.admin.query(
    'select tag from cell.secondary_tags where document = $1',
    [full.id],
  )
  expect(tags).toEqual([{ tag: stored(odd('tag')) }])
  expect(await rowOf(empty.id)).toMatchObject({
    ...{
      custom_id: null,
      metadata: null,
      filter_by_metadata: null,
      document_date: null,
      ordered_at: empty.createdAt,
    },
    ...{
      content: '',
      turns: null,
      blob_key: null,
      url: null,
      connection_id: null,
      request_id: null,
      dreaming_status: 'dreaming',
    },
  })
})

test('documents of several containers are counted in each of them, and wake each of them once', async () => {
  const others = [newId(7), newId(7)].map(container => ({ ...key, container }))
  for (const { shard, org, container } of others)
    await database.admin.query(
      'insert into cell.containers (shard, org, container, tag, active_set) values ($1, $2, $3, $4, 1)',
      [shard, org, container, container],
    )
  const placed = [...others, ...others, others[0]!].map(each => ({ key: each, document: plain('Four') }))
  await sendInScope(cells.all[0]!, { org: key.org }, addStatements(placed))
  const { rows } = await database.admin.query(
    `select c.documents, c.tokens, (select count(*)::int from work.wakes w where w.container = c.container) as wakes
       from cell.containers c where c.container = any($1) order by c.documents`,
    [others.map(({ container }) => container)],
  )
  expect(rows).toEqual([
    { documents: 2, tokens: 2, wakes: 1 },
    { documents: 3, tokens: 3, wakes: 1 },
  ])
})
