import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checksumsOf,
  type Entry,
  entriesOf,
  exportArchive,
  importFile,
  type Line,
  packArchive,
  recordsOf,
  rewrite,
  uploadPiece,
} from '../../../test/archives.ts'
import { add, type Client, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

/** An archive that is damaged or made to do harm is refused with a stable code, before anything is changed. */

let embedder: ScriptedEmbedder
let server: TestServer
let target: Client
let archive: Buffer

beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({
    config: { ...embedder.config, MAX_FILE_BYTES: 100_000_000, DREAM_QUIET_MS: 0 },
  })
  const id = await add(server.client, { containerTag: 'ada', content: 'The hedgehog sleeps under the oak.' })
  await untilFinished(server.client, id)
  await server.client.request('POST', '/v4/memories', {
    containerTag: 'ada',
    memories: [{ content: 'Ada likes hedgehogs' }, { content: 'Ada lives in Rome' }],
  })
  archive = await exportArchive(server, server.client, { containerTag: 'ada', vectors: true })
  // Dreaming reads the memories as facts.
  while (!(await recordsOf(archive)).some(({ record }) => record === 'statedFact'))
    archive = await exportArchive(server, server.client, { containerTag: 'ada', vectors: true })
  target = await server.newClient()
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const manifestWith = (change: Record<string, unknown>) => async () => {
  const entries = await entriesOf(archive)
  const manifest = JSON.parse(Buffer.from(entries[0]!.data).toString())
  const data = Buffer.from(JSON.stringify({ ...manifest, ...change }))
  return packArchive([{ name: 'manifest.json', data }, ...entries.slice(1, -1)])
}

const withEntry = (entry: Entry) => async () => {
  const entries = (await entriesOf(archive)).slice(0, -1)
  return packArchive([...entries, entry])
}

const lines = (change: (all: Line[]) => unknown[]) => () => rewrite(archive, change)

/** Changes the first record of a kind. */
const changed = (record: string, change: Record<string, unknown>) =>
  lines(all => {
    const at = all.findIndex(line => line.record === record)
    return all.with(at, { ...all[at], ...change })
  })

const foreign = '01890000-0000-7384-8000-000000000001'

const attacks: [what: string, code: string, make: () => Promise<Uint8Array>][] = [
  ['is no gzip', 'archive.unreadable', async () => Buffer.from('just some text')],
  ['is empty', 'archive.unreadable', async () => Buffer.from(' ')],
  ['is a gzip of something else', 'archive.unreadable', async () => gzipSync('just some text')],
  ['is another tar', 'archive.unreadable', () => packArchive([{ name: 'a.txt', data: Buffer.from('a') }])],
  ['has another format', 'archive.unreadable', manifestWith({ format: 'other' })],
  ['is of a newer version', 'archive.newer_version', manifestWith({ version: 2 })],
  ['has a broken manifest', 'archive.malformed', manifestWith({ scope: 'everything' })],
  ['ends in the middle', 'archive.truncated', async () => archive.subarray(0, archive.length * 0.6)],
  [
    'lacks its checksums',
    'archive.truncated',
    async () => packArchive((await entriesOf(archive)).slice(0, -1), false),
  ],
  [
    'has a wrong checksum',
    'archive.checksum_mismatch',
    async () => {
      const entries = (await entriesOf(archive)).slice(0, -1)
      const sums = checksumsOf(entries)
        .toString()
        .replace(/^[0-9a-f]{8}/, '00000000')
      return packArchive([...entries, { name: 'checksums.txt', data: Buffer.from(sums) }])
    },
  ],
  [
    'has flipped bits',
    'archive.checksum_mismatch',
    async () => {
      const entries = (await entriesOf(archive)).slice(0, -1)
      const sums = checksumsOf(entries)
      const records = entries.find(({ name }) => name.startsWith('records/'))!
      const data = Buffer.from(records.data)
      data.write('oaf', data.indexOf('oak'))
      return packArchive([
        ...entries.map(entry => (entry === records ? { ...entry, data } : entry)),
        { name: 'checksums.txt', data: sums },
      ])
    },
  ],
  [
    'has a path that leads out',
    'archive.unexpected_entry',
    withEntry({ name: '../../etc/passwd', data: Buffer.from('x') }),
  ],
  [
    'has an absolute path',
    'archive.unexpected_entry',
    withEntry({ name: '/etc/passwd', data: Buffer.from('x') }),
  ],
  [
    'has a symbolic link',
    'archive.unexpected_entry',
    withEntry({ name: 'files/000900', data: new Uint8Array(), type: 'symlink', linkname: '/etc/passwd' }),
  ],
  [
    'has an entry twice',
    'archive.unexpected_entry',
    async () => {
      const entries = (await entriesOf(archive)).slice(0, -1)
      return packArchive([...entries, entries.at(-1)!])
    },
  ],
  [
    'grows to more than a hundred times its size',
    'archive.bomb',
    withEntry({ name: 'files/000900', data: Buffer.alloc(20_000_000) }),
  ],
  ['has a line that is no JSON', 'archive.malformed', lines(all => [...all, '{"record":'])],
  [
    'has a record of another kind',
    'archive.malformed',
    lines(all => [...all, { record: 'key', value: 'sm_x' }]),
  ],
  [
    'has settings in a container',
    'archive.malformed',
    lines(all => [...all, { record: 'settings', settings: {} }]),
  ],
  ['has two containers, though it is of one', 'archive.malformed', lines(all => [...all, all[0]])],
  ['has records before any container', 'archive.malformed', lines(all => all.slice(1))],
  ['has a field too many', 'archive.malformed', changed('document', { org: foreign })],
  ['lacks a field', 'archive.malformed', changed('memory', { text: null })],
  ['has an id that is none', 'archive.malformed', changed('document', { id: 'x' })],
  [
    'has an id of a shard that is none',
    'archive.malformed',
    changed('document', { id: foreign.replace('7384', '7fff') }),
  ],
  ['has a text with U+0000', 'archive.malformed', changed('memory', { text: 'a\0b' })],
  ['has half a surrogate pair', 'archive.malformed', changed('memory', { text: 'a\ud800b' })],
  ['has a vector of another length', 'archive.malformed', changed('memory', { vector: '[1,2,3]' })],
  ['has terms of another space', 'archive.malformed', changed('memory', { terms: '{1:1}/5' })],
  ['has a lane that no worker serves', 'archive.malformed', changed('document', { lane: 99 })],
  ['has a fact without its parts', 'archive.malformed', changed('statedFact', { fact: {} })],
  ['has nesting without end', 'archive.malformed', changed('document', { metadata: nested(200) })],
  ['has a revision of another document', 'archive.foreign_id', changed('revision', { document: foreign })],
  ['has a chunk of another document', 'archive.foreign_id', changed('chunk', { document: foreign })],
  [
    'names a file that it does not hold',
    'archive.foreign_id',
    changed('revision', { file: 'files/000001', fileName: 'a', fileType: 'text/plain' }),
  ],
  [
    'names a file of the server',
    'archive.foreign_id',
    changed('revision', { file: '../../secrets.json', fileName: 'a', fileType: 'text/plain' }),
  ],
]

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) }
}

describe('an archive is refused that', () => {
  test.each(attacks)('%s (%s)', async (_, code, make) => {
    const job = await importFile(server, target, await make(), {}, 40_000_000)
    expect(job).toMatchObject({ status: 'failed', errorCode: code })
    expect(job.errorMessage).toMatch(/\w\. \w|\w\. \(|\.$/)
    const tags = await target.request('GET', '/v3/container-tags/list')
    expect(tags.body).toEqual([])
  })
})

test('an archive of a whole organization is refused for a container', async () => {
  const whole = await exportArchive(server, server.client)
  const job = await importFile(server, target, whole, { containerTag: 'ada' })
  expect(job).toMatchObject({ status: 'failed', errorCode: 'archive.needs_organization' })
})

test('ids that lead out of the archive reach nothing', async () => {
  const victim = await server.newClient()
  const secret = await add(victim, { containerTag: 'v', content: 'The password is swordfish.' })
  await untilFinished(victim, secret)
  const stolen = (await recordsOf(await exportArchive(server, victim))).find(
    ({ record }) => record === 'document',
  )!.id
  const thief = await server.newClient()
  const spoiled = await rewrite(archive, all => {
    const memory = all.findIndex(({ record }) => record === 'memory')
    const { id } = all[memory]!
    const source = {
      record: 'source',
      memory: id,
      document: stolen,
      revision: 1,
      spans: '{}',
      createdAt: all[memory]!.learnedAt,
    }
    const relation = {
      record: 'relation',
      memory: id,
      related: stolen,
      relation: 'extends',
      reason: null,
      createdAt: all[memory]!.learnedAt,
    }
    return all.toSpliced(memory + 1, 0, source, relation)
  })
  expect(await importFile(server, thief, spoiled)).toMatchObject({ status: 'done' })
  const records = await recordsOf(await exportArchive(server, thief))
  expect(JSON.stringify(records)).not.toContain(stolen.slice(19))
})

test('a piece is refused after the start, and a start without all pieces', async () => {
  const { body: job } = await target.request('POST', '/v3/imports', {})
  expect(await target.request('POST', `/v3/imports/${job.id}/start`)).toMatchObject({
    status: 409,
    body: { code: 'import.incomplete' },
  })
  await uploadPiece(server, target, job.id, 1, Buffer.from('second'))
  expect(await target.request('POST', `/v3/imports/${job.id}/start`)).toMatchObject({ status: 409 })
  await uploadPiece(server, target, job.id, 0, Buffer.from('first'))
  expect(await target.request('POST', `/v3/imports/${job.id}/start`)).toMatchObject({ status: 202 })
  expect(await uploadPiece(server, target, job.id, 2, Buffer.from('third'))).toMatchObject({
    status: 409,
    body: { code: 'import.started' },
  })
})
