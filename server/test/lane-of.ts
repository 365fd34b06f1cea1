import { inScope } from '../src/platform/db/tx.ts'
import { type Lane, type LaneKind, lanes } from '../src/platform/lanes/lane.ts'
import { type ClaimedDocument, claimSlice, type Slice } from '../src/platform/lanes/slice.ts'
import { decodeId } from '../src/platform/lib/ids.ts'
import type { Client, TestServer } from './harness.ts'
import { queryCells } from './recount.ts'

/** Finds a lane of a container, for tests that act as the worker themselves. */
export async function laneOf(
  server: TestServer,
  client: Client,
  tag: string,
  kind: LaneKind = lanes.interactive,
): Promise<Lane> {
  const [row] = await queryCells<Omit<Lane, 'kind'>>(
    server.databases,
    'select shard, org, container from cell.containers where org = $1 and tag = $2',
    [client.organization.id, tag],
  )
  if (!row) throw new Error(`There is no container ${tag}`)
  return { ...row, kind }
}

export function claim(server: TestServer, lane: Lane, worker: string, leaseMs = 60_000): Promise<Slice> {
  return inScope(server.app.cells.of(lane.shard), { org: lane.org }, db =>
    claimSlice(db, lane, { worker, leaseMs }),
  )
}

/** The row of a document in the database. */
// biome-ignore lint/suspicious/noExplicitAny: a row of whatever columns the table has
export async function rowOf(server: TestServer, id: string): Promise<any> {
  const uuid = decodeId(id) ?? id
  const [row] = await queryCells(server.databases, 'select * from cell.documents where id = $1', [uuid])
  return row
}

/** Expires leases, as if their worker had died long ago. */
export async function expireLeases(
  server: TestServer,
  documents: readonly Pick<ClaimedDocument, 'id'>[],
): Promise<void> {
  await queryCells(
    server.databases,
    `update cell.documents set due_at = now() - interval '1 second' where id = any($1::uuid[])`,
    [documents.map(({ id }) => id)],
  )
}
