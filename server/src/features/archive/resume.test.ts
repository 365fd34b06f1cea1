import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  comparable,
  download,
  exportArchive,
  importFile,
  type Line,
  recordsOf,
  uploadPiece,
} from '../../../test/archives.ts'
import { add, type Client, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type BlobStore, BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import { inScope } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { findJob } from './job-store.ts'
import { type ArchiveWorker, runArchiveStep } from './run-archive-step.ts'

/** A job that is interrupted anywhere goes on where it was, and ends as if nothing had happened. */

let embedder: ScriptedEmbedder
let filled: TestServer
let idle: TestServer
let archive: Buffer
let whole: Line[]

beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  filled = await startTestServer({ config: embedder.config })
  for (const n of [1, 2, 3])
    await untilFinished(filled.client, await upload(filled, `The hedgehog number ${n} sleeps under the oak.`))
  await untilFinished(
    filled.client,
    await add(filled.client, { containerTag: 'ada', content: 'Ada keeps bees.' }),
  )
  archive = await exportArchive(filled, filled.client, { containerTag: 'ada', vectors: true })
  // Without a worker: the test does each step itself.
  idle = await startTestServer({ worker: false, config: embedder.config })
  await importFileByHand(idle, idle.client, archive, steady)
  whole = await recordsOf(await exportByHand(idle, idle.client, steady))
})
afterAll(async () => {
  await Promise.all([filled.close(), idle.close()])
  await embedder.close()
})

async function upload(server: TestServer, text: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt')
  form.set('containerTag', 'ada')
  const headers = { authorization: `Bearer ${server.client.key}` }
  const response = await fetch(`${server.url}/v3/documents/file`, { method: 'POST', headers, body: form })
  return ((await response.json()) as { id: string }).id
}

type Interrupt = (blobs: BlobStore) => BlobStore

const steady: Interrupt = blobs => blobs

/** Fails the given call of the blob store, counted over the whole job, as if the worker had died there. */
function failingAt(call: number): Interrupt {
  let calls = 0
  const count = () => {
    if (++calls === call) throw new BlobUnavailable('interrupted')
  }
  return blobs => ({
    async put(...args) {
      count()
      return blobs.put(...args)
    },
    async get(key) {
      count()
      return blobs.get(key)
    },
    has: key => blobs.has(key),
    delete: key => blobs.delete(key),
    list: organization => blobs.list(organization),
    sweep: before => blobs.sweep(before),
    deletePrefix: prefix => blobs.deletePrefix(prefix),
    close: () => blobs.close(),
  })
}

/** Does all steps of a job, and returns how many there were. */
async function runSteps(
  server: TestServer,
  client: Client,
  text: string,
  interrupt: Interrupt,
): Promise<number> {
  const { app } = server
  const id = decodeId(text)!
  const shard = shardOf(id)
  const org = client.organization.id
  const worker: ArchiveWorker = {
    ...app,
    blobs: interrupt(app.blobs),
    leaseMs: 60_000,
    stopping: new AbortController().signal,
    onError: () => undefined,
  }
  for (let steps = 1; ; steps++) {
    await runArchiveStep(worker, app.cells.of(shard), { shard, org, container: id, kind: lanes.archive })
    const job = await inScope(app.cells.of(shard), { org }, db => findJob(db, { shard, org, id }))
    if (job?.status === 'done') return steps
    if (job?.status === 'failed' || steps > 50) throw new Error(`${job?.errorCode}: ${job?.errorMessage}`)
  }
}

async function importFileByHand(server: TestServer, client: Client, file: Uint8Array, interrupt: Interrupt) {
  const { body: job } = await client.request('POST', '/v3/imports', {})
  await uploadPiece(server, client, job.id, 0, file)
  await client.request('POST', `/v3/imports/${job.id}/start`)
  return runSteps(server, client, job.id, interrupt)
}

async function exportByHand(server: TestServer, client: Client, interrupt: Interrupt): Promise<Buffer> {
  const { body: job } = await client.request('POST', '/v3/exports', { vectors: true })
  await runSteps(server, client, job.id, interrupt)
  return download(server, client, job.id)
}

test.each([1, 2, 5, 9, 11])(
  'an export that is interrupted at call %i of the file store is the same',
  async call => {
    const interrupted = await exportByHand(idle, idle.client, failingAt(call))
    expect(await recordsOf(interrupted)).toEqual(whole)
  },
)

test.each([1, 2, 4, 6, 8, 10])(
  'an import that is interrupted at call %i of the file store is the same',
  async call => {
    const target = await idle.newClient()
    await importFileByHand(idle, target, archive, failingAt(call))
    const again = await recordsOf(await exportByHand(idle, target, steady))
    const source = (await recordsOf(archive)).filter(({ record }) => record !== 'settings')
    expect(comparable(again.filter(({ record }) => record !== 'settings'))).toEqual(comparable(source))
  },
)

test('an import of the same file by two workers at once changes nothing twice', async () => {
  const target = await filled.newClient()
  const [one, other] = await Promise.all([1, 2].map(() => importFile(filled, target, archive)))
  const added = [one, other].map(job => job.counts.documents ?? 0)
  expect(added[0] + added[1]).toBe(4)
  const records = await recordsOf(await exportArchive(filled, target, { containerTag: 'ada' }))
  expect(records.filter(({ record }) => record === 'document')).toHaveLength(4)
})
