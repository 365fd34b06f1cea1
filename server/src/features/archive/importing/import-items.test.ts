import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesOf, exportArchive, importFile, recordsOf } from '../../../../test/archives.ts'
import { type Client, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../../test/scripted-embedder.ts'

/** Uploads of other programs, from the upload to the rows. */
const samples = join(import.meta.dirname, '../../../../test/imports')

let embedder: ScriptedEmbedder
let server: TestServer
let client: Client
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ config: embedder.config })
  client = server.client
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const documentsOf = async (tag: string) =>
  (await client.request('POST', '/v3/documents/list', { containerTags: [tag], limit: 50 })).body.memories

describe('a zip of ChatGPT', () => {
  test('becomes a document for each sitting, dated as it was held, and only once', async () => {
    const json = await readFile(join(samples, 'chatgpt/conversations.json'))
    const zip = zipSync({ 'export/user.json': Buffer.from('{}'), 'export/conversations.json': json })
    const body = { format: 'chatgpt', containerTag: 'chats', fileName: 'export.zip' }
    const first = await importFile(server, client, zip, body)
    expect(first).toMatchObject({ status: 'done', counts: { documents: 3 } })
    const second = await importFile(server, client, zip, body)
    expect(second.counts).toEqual({ skippedDocuments: 3 })
    const documents = await documentsOf('chats')
    const ids = documents.map(({ customId }: { customId: string }) => customId).sort()
    expect(ids).toEqual([
      'chatgpt:c0ffee00-0000-4000-8000-000000000001',
      'chatgpt:c0ffee00-0000-4000-8000-000000000001:2',
      'chatgpt:c0ffee00-0000-4000-8000-000000000002',
    ])
    const records = await recordsOf(await exportArchive(server, client, { containerTag: 'chats' }))
    const dates = records
      .filter(({ record }) => record === 'document')
      .map(({ documentDate }) => documentDate.slice(0, 10))
    expect(dates.sort()).toEqual(['2023-07-22', '2023-11-14', '2023-11-15'])
  })

  test('with a password or cut off is refused, and one with a path that leads out is read by name only', async () => {
    const zip = Buffer.from(zipSync({ '../../conversations.json': Buffer.from('[]') }))
    const body = { format: 'chatgpt', containerTag: 'refused' }
    for (const [upload, code] of [
      [zip.subarray(0, zip.length - 30), 'import.malformed'],
      [zip, 'import.malformed'],
    ] as const)
      expect(await importFile(server, client, upload, body)).toMatchObject({
        status: 'failed',
        errorCode: code,
      })
  })
})

test('memories of mem0 are written with the date and id of their source, and only once', async () => {
  const file = await readFile(join(samples, 'mem0.json'))
  const body = { format: 'mem0', containerTag: 'mem0' }
  expect(await importFile(server, client, file, body)).toMatchObject({
    status: 'done',
    counts: { memories: 4 },
  })
  expect((await importFile(server, client, file, body)).counts).toEqual({ skippedMemories: 4 })
  const { body: listed } = await client.request('POST', '/v4/memories/list', {
    containerTags: ['mem0'],
    limit: 50,
  })
  const milk = listed.memoryEntries.find(({ memory }: { memory: string }) => memory === 'Likes oat milk')
  expect(milk).toMatchObject({ metadata: { importId: 'mem0:7d3c', userId: 'ada', topic: 'food' } })
  expect(milk.temporalContext.documentDate).toBe('2024-01-05T18:00:00.123Z')
})

test('a fact that is no longer true is forgotten from that time on', async () => {
  const file = await readFile(join(samples, 'zep.json'))
  const job = await importFile(server, client, file, { format: 'zep', containerTag: 'zep' })
  expect(job).toMatchObject({ status: 'done', counts: { documents: 1, memories: 3 } })
  const { body } = await client.request('POST', '/v4/memories/list', { containerTags: ['zep'], limit: 50 })
  const current = body.memoryEntries.filter(({ isForgotten }: { isForgotten: boolean }) => !isForgotten)
  expect(current.map(({ memory }: { memory: string }) => memory).sort()).toEqual([
    'Ada lives in Oslo',
    'Ada: An engineer from Rome.',
  ])
})

test('a folder of Markdown is imported under its paths, and Markdown that was exported comes back', async () => {
  const files = ['Keel.md', 'Projects/Boat.md', '.obsidian/app.json']
  const entries = await Promise.all(
    files.map(async name => {
      const body = new Uint8Array(await readFile(join(samples, 'vault', name)))
      return { header: { name: `./${name}`, size: body.length }, body }
    }),
  )
  const job = await importFile(server, client, await packTar(entries), {
    format: 'vault',
    containerTag: 'vault',
  })
  expect(job).toMatchObject({ status: 'done', counts: { documents: 2 } })
  const documents = await documentsOf('vault')
  const paths = documents.map(({ filepath }: { filepath: string }) => filepath).sort()
  expect(paths).toEqual(['/Keel.md', '/Projects/Boat.md'])

  const markdown = await exportArchive(server, client, { containerTag: 'vault', format: 'markdown' })
  const written = await entriesOf(markdown)
  expect(written).toHaveLength(2)
  expect(written[0]!.name).toMatch(/^vault\/documents\/\w{22}\.md$/)
  const texts = written.map(({ data }) => Buffer.from(data).toString()).join('\n')
  expect(texts).toMatch(/^---\ntype: document\n/)
  expect(texts).toContain('The boat leaks near the [[Keel]].')
  const back = await importFile(server, client, markdown, { format: 'vault', containerTag: 'back' })
  expect(back).toMatchObject({ status: 'done', counts: { documents: 2 } })
})

test('a file of another format is refused, and one without anything in it', async () => {
  for (const [upload, format, code] of [
    ['just some text', 'chatgpt', 'import.unrecognized'],
    ['[]', 'mem0', 'import.nothing_found'],
    ['[{"memory":', 'mem0', 'import.malformed'],
    ['{"a": 1}', 'zep', 'import.unrecognized'],
  ] as const) {
    const job = await importFile(server, client, Buffer.from(upload), { format, containerTag: 'refused' })
    expect(job, upload).toMatchObject({ status: 'failed', errorCode: code })
  }
  expect((await client.request('GET', '/v3/container-tags/refused')).status).toBe(404)
})
