import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { claim, expireLeases, laneOf, rowOf } from '../../../test/lane-of.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type Ending, endAttempts, finishDocuments } from '../../processes/pipeline/store.ts'
import { inScope } from '../db/tx.ts'
import { encodeId } from '../lib/ids.ts'
import { startLeaseRenewal } from './lease.ts'
import type { ClaimedDocument } from './slice.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

const beatMs = 20
const leaseMs = 3 * beatMs

describe.each(layouts)('the leases of a slice on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false, config: embedder.config })
    client = server.client
  })
  afterAll(() => server.close())

  let containers = 0
  /** Claims `count` documents of a new container, for a worker that may pause for a minute. */
  async function hold(count: number): Promise<ClaimedDocument[]> {
    const containerTag = `lease_${++containers}`
    for (let i = 0; i < count; i++) await add(client, { content: `Held ${i}.`, containerTag })
    return (await claim(server, await laneOf(server, client, containerTag), 'one')).documents
  }

  const cellOf = ({ shard }: ClaimedDocument) => server.app.cells.of(shard)
  const dueAt = async ({ id }: ClaimedDocument): Promise<Date | null> => (await rowOf(server, id)).due_at
  /** Resolves when a renewal has moved the lease of this document. */
  const untilRenewed = async (document: ClaimedDocument) => {
    const before = (await dueAt(document))!.getTime()
    await until(
      () => dueAt(document),
      now => now !== null && now.getTime() !== before,
    )
  }
  const end = (document: ClaimedDocument, ending: Pick<Ending, 'outcome' | 'afterMs'>) =>
    inScope(cellOf(document), document, db =>
      endAttempts(db, [
        { document, stage: 'embedding', code: 'internal', message: 'Test', attempts: 1, ...ending },
      ]),
    )
  const finish = (document: ClaimedDocument) =>
    inScope(cellOf(document), document, db =>
      finishDocuments(db, [
        {
          document,
          text: '',
          title: 'Finished',
          summary: null,
          structure: null,
          chunks: [],
          embeddings: [],
          embeddingSet: 0,
          category: null,
        },
      ]),
    )

  test('are renewed while the work goes on, and expire when it ends', async () => {
    const [held] = await hold(1)
    const lease = startLeaseRenewal(cellOf(held!), [held!], leaseMs)
    await untilRenewed(held!)
    await untilRenewed(held!)
    expect(lease.signal.aborted).toBe(false)
    lease.release()
    await until(
      async () => (await dueAt(held!))!.getTime() < Date.now() - leaseMs,
      isOver => isOver,
    )
  })

  test('abort the work once no document of the slice is ours, because each was deleted or taken over', async () => {
    const [deleted, taken] = await hold(2)
    const lease = startLeaseRenewal(cellOf(deleted!), [deleted!, taken!], leaseMs)
    await client.request('DELETE', `/v3/documents/${encodeId(deleted!.id)}`)
    await untilRenewed(taken!)
    expect(lease.signal.aborted).toBe(false)
    const lane = await laneOf(server, client, `lease_${containers}`)
    await until(
      async () => {
        await expireLeases(server, [taken!])
        return (await claim(server, lane, 'two')).documents.some(({ id }) => id === taken!.id)
      },
      isTaken => isTaken,
    )
    await until(
      async () => lease.signal.aborted,
      isAborted => isAborted,
    )
    lease.release()
  })

  test('leave finished documents alone: done and failed ones are not due again, and a retry is not delayed', async () => {
    const [done, failed, retried, working] = await hold(4)
    await finish(done!)
    await end(failed!, { outcome: 'failed', afterMs: 0 })
    await end(retried!, { outcome: 'retry', afterMs: 600_000 })
    const retryAt = await dueAt(retried!)
    const lease = startLeaseRenewal(cellOf(done!), [done!, failed!, retried!, working!], leaseMs)
    await untilRenewed(working!)
    await untilRenewed(working!)
    lease.release()
    expect(await dueAt(done!)).toBeNull()
    expect(await dueAt(failed!)).toBeNull()
    expect(await dueAt(retried!)).toEqual(retryAt)
  })
})
