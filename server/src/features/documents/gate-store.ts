import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { DocumentRow } from './store.ts'

/** The gate at which a document waits. */
export type DocumentGate = { name: string; code: string; shutAt: Date }

/**
 * Finds the gates at which some documents of a list wait: for processing, or for dreaming once they are done. A document
 * that the list shows in a stage does not wait, even if it has come to a gate since the list was read.
 */
export async function listGatesOf(
  db: Db,
  listed: readonly Pick<DocumentRow, 'shard' | 'org' | 'container' | 'id' | 'status'>[],
): Promise<Map<string, DocumentGate>> {
  const rows = listed.filter(({ status }) => status === 'queued' || status === 'done')
  const [first] = rows
  if (!first) return new Map()
  const { rows: found } = await sql<DocumentGate & { id: string }>`
    select d.id, g.name, g.code, g.shut_at as "shutAt"
      from unnest(${rows.map(({ shard }) => shard)}::smallint[], ${rows.map(({ container }) => container)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) k (shard, container, id)
      join work.gate_waits w on w.container = k.container
      join work.gates g on g.name = w.gate
      join cell.documents d on d.shard = k.shard and d.org = ${first.org} and d.container = k.container and d.id = k.id
     where w.lane = case when d.status = 'queued' then d.lane when d.dream_since is not null then ${lanes.dream} end`.execute(
    db,
  )
  return new Map(found.map(({ id, ...gate }) => [id, gate]))
}
