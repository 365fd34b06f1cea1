import { inScope } from '../src/platform/db/tx.ts'
import { lanes } from '../src/platform/lanes/lane.ts'
import type { NextStep } from '../src/platform/lanes/run-lanes.ts'
import { decodeId, shardOf } from '../src/platform/lib/ids.ts'
import { runSyncStep } from '../src/processes/sync/run-sync-step.ts'
import { claimConnection } from '../src/processes/sync/store.ts'
import type { SyncApp } from '../src/processes/sync/sync-app.ts'
import type { ApiResponse, Client, TestServer } from './harness.ts'

/** What a worker would do, step by step. */

export function syncAppOf(server: TestServer, changes: Partial<SyncApp> = {}): SyncApp {
  return {
    ...server.app,
    leaseMs: 60_000,
    stopping: new AbortController().signal,
    onError: error => {
      throw error
    },
    ...changes,
  }
}

export async function step(
  server: TestServer,
  client: Client,
  id: string,
  changes: Partial<SyncApp> = {},
): Promise<NextStep> {
  const container = decodeId(id)!
  const shard = shardOf(container)
  const lane = { shard, org: client.organization.id, container, kind: lanes.sync }
  return runSyncStep(syncAppOf(server, changes), server.app.cells.of(shard), lane)
}

/** Does steps until there is nothing to do now. Returns how many there were. */
export async function sync(
  server: TestServer,
  client: Client,
  id: string,
  changes: Partial<SyncApp> = {},
): Promise<number> {
  for (let steps = 1; ; steps++) {
    const next = await step(server, client, id, changes)
    if (next !== 'again') return steps
    if (steps > 500) throw new Error('The run does not end')
  }
}

export const lastRun = async (client: Client, id: string): Promise<ApiResponse['body']> =>
  (await client.request('GET', `/v3/connections/${id}/sync-runs`)).body[0]

export const connectionOf = async (client: Client, id: string): Promise<ApiResponse['body']> =>
  (await client.request('GET', `/v3/connections/${id}`)).body

/** The documents of a container by the path of their item: its text, or the name of its file. */
export async function documentsIn(client: Client, containerTag: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let page = 1; ; page++) {
    const { body } = await client.request('POST', '/v3/documents/list', {
      ...{ containerTags: [containerTag], includeContent: true, limit: 500, page },
    })
    for (const { filepath, content, customId } of body.memories) {
      if (found.has(filepath)) throw new Error(`Two documents have the path ${filepath}: ${customId}`)
      found.set(filepath, content)
    }
    if (page >= body.pagination.totalPages) return found
  }
}

/** Makes the lease of a worker that is gone end now. */
export async function endLease(server: TestServer): Promise<void> {
  for (const { admin } of server.databases)
    await admin.query('update cell.connections set leased_until = null')
}

/** Makes the next run due now. */
export async function makeDue(server: TestServer, id: string): Promise<void> {
  for (const { admin } of server.databases)
    await admin.query('update cell.connections set next_run_at = now() where id = $1', [decodeId(id)])
}

/** Takes a connection as another worker would. */
export function hold(server: TestServer, client: Client, id: string) {
  const uuid = decodeId(id)!
  const shard = shardOf(uuid)
  const org = client.organization.id
  return inScope(server.app.cells.of(shard), { org }, db =>
    claimConnection(db, { shard, org, id: uuid }, 60_000),
  )
}
