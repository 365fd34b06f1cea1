import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk-blobs.ts'
import { decodeId } from '../../src/platform/lib/ids.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { insertionOf, readTables, type Table } from '../sample-rows.ts'
import { checkInvariants, listInvariants, listUnsettled, toLines } from './check-invariants.ts'
import type { Ask, Invariant } from './invariant.ts'
import { checkPlaces } from './places.ts'

/**
 * Shows of every invariant that a row that breaks it is found. The rows are written into a healthy installation, each in a
 * transaction of its own that is rolled back.
 */
let server: TestServer
let client: pg.PoolClient
let blobs: BlobStore
let ask: Ask
let tables: Map<string, Table>
let invariants: Invariant[]
let ids: Ids

type Ids = {
  shard: number
  org: string
  container: string
  document: string
  /** A document that was deleted. */
  deleted: string
  memory: string
  word: string
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.databases[0]!.admin.connect()
  blobs = await openDiskBlobs({ dir: server.config.BLOB_DIR })
  ask = async (sql, values) => (await client.query(sql, values)).rows
  ids = await makeHealthy()
  tables = new Map((await readTables(client)).map(table => [table.name, table]))
  invariants = await listInvariants(installation())
})

afterAll(async () => {
  client.release()
  await blobs.close()
  await server.close()
})

const installation = () => ({ directory: ask, cells: [ask], blobs })

/** A text, a file, a memory in two versions and a deleted document, with all work done. */
async function makeHealthy(): Promise<Ids> {
  const { request, organization } = server.client
  const word = 'zqbeekeeperx'
  const note = {
    content: `Ada moved to Lisbon in May. ${word}`,
    containerTag: 'a',
    metadata: { plan: 'pro' },
    dreaming: 'instant',
  }
  const { body: document } = await request('POST', '/v3/documents', note)
  const form = new FormData()
  form.set('file', new Blob(['A file about bees.']), 'bees.txt')
  form.set('containerTag', 'a')
  form.set('taskType', 'rag')
  await fetch(`${server.url}/v3/documents/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${server.client.key}` },
  })
  const added = await request('POST', '/v4/memories', {
    containerTag: 'a',
    memories: [{ content: 'Bees like lavender.' }],
  })
  const { body: memory } = await request('PATCH', '/v4/memories', {
    containerTag: 'a',
    id: added.body.memories[0].id,
    newContent: 'Bees like heather.',
  })
  const { body: gone } = await request('POST', '/v3/documents', {
    content: 'Not for long.',
    containerTag: 'a',
    taskType: 'rag',
  })
  await request('DELETE', `/v3/documents/${gone.id}`)
  const settled = async () => expect(toLines(await listUnsettled(installation()))).toEqual([])
  await vi.waitFor(settled, { timeout: 60_000, interval: 100 })
  const id = decodeId(document.id)!
  const { rows } = await client.query('select shard, org, container from cell.documents where id = $1', [id])
  const deleted = decodeId(gone.id)!
  return { ...rows[0], org: organization.id, document: id, deleted, memory: decodeId(memory.id)!, word }
}

test('a healthy installation breaks no invariant', async () => {
  const found = await checkInvariants(installation(), { settled: true })
  expect(toLines(found)).toEqual([])
  const { organization } = server.client
  expect(toLines(await checkInvariants(installation(), { org: organization.id, settled: true }))).toEqual([])
})

test('every invariant is broken by one of these rows', async () => {
  const found: string[] = []
  for (const invariant of invariants) if (await isFound(invariant)) found.push(invariant.name)
  expect(found).toEqual(invariants.map(({ name }) => name))
})

test('the checker as a whole reports a broken row, of its organization only', async () => {
  const others = await server.newClient()
  const broken = await inTransaction(breaking('document.unfinished'), async () => ({
    everywhere: await checkInvariants(installation(), { settled: true }),
    here: await checkInvariants(installation(), { settled: true, org: ids.org }),
    elsewhere: await checkInvariants(installation(), { settled: true, org: others.organization.id }),
    running: await checkInvariants(installation(), { settled: false }),
  }))
  const names = (found: { invariant: string }[]) => found.map(({ invariant }) => invariant)
  expect(names(broken.everywhere)).toContain('document.unfinished')
  expect(names(broken.here)).toContain('document.unfinished')
  expect(names(broken.elsewhere)).toEqual([])
  expect(names(broken.running)).not.toContain('document.unfinished')
})

test('a file without a row is found when it is old enough, and a row without a file at once', async () => {
  const key = `${ids.org}/${ids.container}/${ids.document}/9`
  await blobs.put(key, Readable.from([Buffer.from('Nobody names me.')]), {
    contentType: 'text/plain',
    maxBytes: 100,
  })
  const check = (graceMs: number) =>
    checkInvariants({ ...installation(), cells: [ask] }, { org: ids.org, settled: true, graceMs })
  expect(await check(60_000)).toEqual([])
  // The clock of the file system may be a moment ahead of ours.
  await expect
    .poll(async () => (await check(0)).map(({ invariant }) => invariant), { timeout: 30_000 })
    .toEqual(['blob.without_row'])
  await blobs.delete(key)
  const found = await inTransaction(
    `update cell.revisions set blob_key = '${key}', file_name = 'a', file_type = 'b' where document = '${ids.document}'`,
    () => check(0),
  )
  expect(found.map(({ invariant }) => invariant)).toContain('blob.missing')
})

test('a word of a deleted text is found in any table and in files', async () => {
  const check = (...erasedWords: string[]) =>
    checkInvariants(installation(), { org: ids.org, settled: true, erasedWords })
  const [violation] = await check(ids.word)
  expect(violation).toMatchObject({ invariant: 'erased.words_left' })
  expect(violation!.rows).toEqual(expect.arrayContaining([{ table: 'revisions', word: ids.word }]))
  expect(await check('A file about bees')).toMatchObject([
    { rows: expect.arrayContaining([expect.objectContaining({ file: expect.any(String) })]) },
  ])
  expect(await check('zqneversaidx')).toEqual([])
})

test('the journal must name every receipt and every deleted document, and nothing else', async () => {
  const check = async () =>
    (await checkInvariants(installation(), { org: ids.org, settled: true })).map(({ invariant }) => invariant)
  const renamed = `update cell.erasures set id = overlay(gen_random_uuid()::text placing left(id::text, 18) from 1 for 18)::uuid`
  expect(await inTransaction(renamed, check)).toContain('journal.without_receipt')
  const unnamed = `update cell.documents set tombstoned_at = now(), erasure = (select id from cell.erasures limit 1) where id = '${ids.document}'`
  expect(await inTransaction(unnamed, check)).toContain('journal.without_document')
  const forgotten = `update cell.memories set is_forgotten = true, forget_batch = (select id from cell.erasures limit 1)`
  expect(await inTransaction(forgotten, check)).toContain('journal.without_memory')
  const settled = { org: ids.org, settled: true }
  expect(await checkInvariants(installation(), { ...settled, erasedDocuments: [ids.deleted] })).toEqual([])
  expect(
    await checkInvariants(installation(), { ...settled, erasedDocuments: [ids.document] }),
  ).toMatchObject([{ invariant: 'journal.without_erased', rows: [{ id: ids.document }] }])
  const [key = ''] = await listKeys('erasures')
  const [root, day, , part] = key.split('/')
  const put = async (receipt: string, text: string) => {
    const path = [root, day, receipt, part].join('/')
    await blobs.put(path, Readable.from([Buffer.from(text)]), { contentType: 'text/plain', maxBytes: 10_000 })
    const everywhere = await checkInvariants(installation(), { settled: true })
    await blobs.delete(path)
    return everywhere.map(({ invariant }) => invariant)
  }
  const id = randomUUID()
  const entry = JSON.parse(await textOf(key))
  expect(await put(id, JSON.stringify({ ...entry, id }))).toEqual(['journal.of_nothing'])
  expect(await put(id, 'torn')).toEqual(['journal.unreadable'])
})

test('rows of a shard in two cells are found', async () => {
  const there: Ask = async sql =>
    (sql.includes('pg_class') ? [{ name: 'documents' }] : [{ shard: 7 }]) as never[]
  const nowhere: Ask = async sql => (sql.includes('pg_class') ? [{ name: 'documents' }] : []) as never[]
  expect(await checkPlaces([there, nowhere])).toEqual([])
  expect(await checkPlaces([there, there])).toMatchObject([{ invariant: 'shard.in_two_cells', count: 1 }])
})

/** Tables without an invariant. A new table is checked by its columns, or it is named here with a reason. */
const unchecked: Record<string, string> = {
  'directory.*': 'Foreign keys hold between its tables, and none of its rows is derived from others.',
  'directory.organizations': 'read by the invariants of owners',
  'work.turns': 'estimates of who is next; a lost one costs a poll',
  'work.gate_waits': 'counts of the gates, unlogged',
  'work.move_marks': 'a counter for each move of shards',
}

test('every table is read by an invariant, or named with the reason why it is not', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relnamespace::regnamespace::text in ('cell', 'work', 'directory') and relkind in ('r', 'p') and not relispartition`,
  )
  const read = new Set(invariants.flatMap(({ sql }) => sql.match(/\b(cell|work|directory)\.\w+/g) ?? []))
  const isNamed = (name: string) => name in unchecked || `${name.split('.')[0]}.*` in unchecked
  expect(rows.map(({ name }) => name).filter(name => !read.has(name) && !isNamed(name))).toEqual([])
  // The rows of every tenant belong to an organization and have a shard.
  const owned = invariants
    .filter(({ name }) => name.endsWith('.of_another_organization'))
    .map(({ name }) => `cell.${name.split('.')[0]}`)
  expect(
    rows.map(({ name }) => name).filter(name => name.startsWith('cell.') && !owned.includes(name)),
  ).toEqual([])
})

async function listKeys(root: string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of blobs.list(root)) keys.push(...page.map(({ key }) => key))
  return keys
}

const textOf = async (key: string) => text((await blobs.get(key))!.body)

async function isFound({ name, sql }: Invariant): Promise<boolean> {
  const rows = await inTransaction(breaking(name), () =>
    ask(sql, [ids.org]).then(async own => (own.length > 0 ? own : ask(sql, [null]))),
  )
  return rows.length > 0
}

/** Without triggers, which would keep counters right. */
async function inTransaction<T>(statement: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    await client.query(statement)
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** The statement that breaks an invariant. Those of the catalog are broken by made-up rows. */
function breaking(name: string): string {
  const own = statements()[name]
  if (own) return own
  const [table = '', rule = ''] = name.split('.')
  const { shard, org, container, document } = ids
  const whole = {
    shard: `${shard}`,
    org: `'${org}'`,
    ...(tables.get(table)?.hasContainer && { container: `'${container}'` }),
  }
  const insert = (given: Record<string, string>) => insertionOf(tables.get(table)!, { ...whole, ...given })
  if (rule === 'of_another_organization') return insert({ org: 'gen_random_uuid()' })
  if (rule === 'of_deleted_document')
    return `${purged}; ${insert({ document: `'${document}'` })} on conflict do nothing`
  const [, column] = /^without_(\w+)$/.exec(rule) ?? []
  if (!column) throw new Error(`Say how to break ${name}`)
  return insert({ [column]: 'gen_random_uuid()' })
}

const purged = `update cell.documents set tombstoned_at = now(), due_at = null, dream_since = null`

function statements(): Record<string, string> {
  const { shard, org, container, document, memory } = ids
  const doc = `where id = '${document}'`
  const ofDoc = `where document = '${document}'`
  const here = `${shard}, '${org}', '${container}'`
  return {
    'document.unfinished': `update cell.documents set status = 'chunking' ${doc}`,
    'document.work_left': `update cell.documents set due_at = now() + interval '1 day' ${doc}`,
    'document.failed_without_code': `update cell.documents set status = 'failed', error_code = 'some.thing', error_message = 'No' ${doc}`,
    'document.dream_failed_without_code': `update cell.documents set dreaming_status = 'failed' ${doc}`,
    'document.not_current': `update cell.documents set latest_revision = 2 ${doc}`,
    'document.chunks_not_whole': `update cell.chunks set position = position + 1 ${ofDoc}`,
    'revision.missing': `delete from cell.revisions ${ofDoc}`,
    'revision.beyond_latest': `update cell.revisions set revision = 7 ${ofDoc}`,
    'chunk.incomplete': `delete from cell.chunk_terms ${ofDoc}`,
    'chunk.absent_for_chunk_vectors': `delete from cell.chunks ${ofDoc}`,
    'chunk.absent_for_chunk_terms': `delete from cell.chunks ${ofDoc}`,
    'chunk.absent_for_chunk_tokens': `delete from cell.chunks ${ofDoc}`,
    'vector.of_unknown_set': `update cell.chunk_vectors set embedding_set = 99 ${ofDoc}`,
    'attribute.differs': `delete from cell.document_attributes ${ofDoc}`,
    'memory.version_not_linear': `update cell.memories set version = 1`,
    'memory.parent_not_before': `update cell.memories set version = 0 where id = '${memory}'`,
    'memory.not_findable': `delete from cell.memory_vectors where memory = '${memory}'`,
    'citation.unresolved': `insert into cell.memory_sources (shard, org, container, memory, document, revision) values (${here}, '${memory}', gen_random_uuid(), 1)`,
    'citation.outside_text': `insert into cell.memory_sources (shard, org, container, memory, document, revision, spans) values (${here}, '${memory}', '${document}', 1, '{[0,5000)}')`,
    'citation.of_deleted': `${purged}; insert into cell.memory_sources (shard, org, container, memory, document, revision) values (${here}, '${memory}', '${document}', 1)`,
    'memory.of_deleted_documents': `update cell.memories set origin = 'user' where id = '${memory}'`,
    'relation.unresolved': `insert into cell.memory_relations (shard, org, container, memory, related, relation) values (${here}, '${memory}', gen_random_uuid(), 'updates')`,
    'fact.of_unknown_memory': `update cell.facts set memory = gen_random_uuid()`,
    'counts.container': `update cell.containers set chunks = chunks + 1`,
    'counts.container_memories': `update cell.containers set memories = memories + 1`,
    'counts.organization': `update cell.organization_counters set documents = documents + 1`,
    'counts.terms': `delete from cell.chunk_terms ${ofDoc}`,
    'counts.memory_terms': `delete from cell.memory_terms where memory = '${memory}'`,
    'work.wake': `insert into work.wakes (shard, org, container, lane) values (${here}, 0)`,
    'work.wake_later': `insert into work.wakes_later (shard, org, container, lane, due_at) values (${here}, 0, now())`,
    'work.attempt': `update cell.attempts set outcome = 'running' ${ofDoc}`,
    'work.dream_lease': `insert into cell.dream_leases (shard, org, container, leased_until) values (${here}, now() + interval '1 day')
                           on conflict (shard, org, container) do update set leased_until = excluded.leased_until`,
    'work.container_lease': `update cell.containers set dream_leased_until = now() + interval '1 day'`,
    'work.build': insertionOf(tables.get('embedding_builds')!, {
      shard: `${shard}`,
      org: `'${org}'`,
      container: `'${container}'`,
    }),
    'work.merge': insertionOf(tables.get('merges')!, {
      shard: `${shard}`,
      org: `'${org}'`,
      container: `'${container}'`,
    }),
    'work.container': `update cell.containers set deleted_at = now()`,
    'work.archive': insertionOf(tables.get('archive_jobs')!, { shard: `${shard}`, org: `'${org}'` }),
    'work.connection': insertionOf(tables.get('connections')!, {
      shard: `${shard}`,
      org: `'${org}'`,
      asked: `'manual'`,
    }),
    'work.sync_run': insertionOf(tables.get('sync_runs')!, { shard: `${shard}`, org: `'${org}'` }),
    'work.delivery': insertionOf(tables.get('webhook_deliveries')!, { shard: `${shard}`, org: `'${org}'` }),
    'work.shard_move': `insert into work.shard_moves (shard, move, state, barrier) values (${shard}, gen_random_uuid(), 'leaving', 0)`,
    'work.gate': `insert into work.gates (name, code, reason, probe_at) values ('blobs', 'a.b', 'c', now())`,
    'receipt.open': `update cell.erasures set finished_at = null`,
    'receipt.not_in_journal': `update cell.erasures set journaled_at = null`,
    'receipt.held_after_journal': `update cell.erasures set held_documents = '{}'`,
    'receipt.not_clean': `update cell.erasures set found = '{"chunks": 1}'`,
  }
}
