import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import { type LaneKind, lanes } from './lane.ts'

/** `oldestSeconds` is 0 when nothing is due. */
export type LaneBacklog = { due: number; oldestSeconds: number }

export type Backlog = {
  lanes: Record<BacklogLane, LaneBacklog>
  dreaming: number
  /** Due documents by the shut gate at which their lane waits. No worker could take them, so `lanes` leaves them out. */
  blocked: ReadonlyMap<string, number>
}

/** The lanes whose work is a list of documents. */
export type BacklogLane = 'interactive' | 'bulk' | 'read' | 'bulkRead' | 'dream'

/**
 * The most rows read in one cell, for due documents and for dreaming ones each. It bounds the cost of the query, not
 * the size of a backlog.
 */
export const mostCounted = 100_000

type Row = { lane: LaneKind; gate: string | null; due: number; oldestSeconds: number | null; all: number }

/** Both limits apply to rows read, not to rows due, so a million documents that wait for later cost no more. */
export function backlogQuery(most = mostCounted): RawBuilder<Row> {
  return sql<Row>`
    select lane, gate, count(*) filter (where at <= clock_timestamp())::int as due, count(*)::int as "all",
           extract(epoch from clock_timestamp() - min(at) filter (where at > to_timestamp(0) and at <= clock_timestamp()))::float8 as "oldestSeconds"
      from (
        (select container, lane, due_at as at from cell.documents where due_at is not null limit ${most})
        union all
        (select container, ${lanes.dream}::smallint as lane, dream_since as at from cell.documents where dream_since is not null limit ${most})
      ) waiting left join (${shutLanes}) shut using (container, lane) group by lane, gate`
}

/** The lanes that wait at a shut gate. Those of a gate that has opened are about to be woken: their documents are due. */
export const shutLanes = sql`
  select w.container, w.lane, w.gate from work.gate_waits w join work.gates g on g.name = w.gate`

/**
 * Counts the waiting documents of a cell, as the maintenance role. It uses the partial indexes of due and of dreaming
 * documents, so an idle cell costs little (200,000 documents: none due 5 ms, 10,000 due 13 ms, 100,000 or more 230 ms).
 * A document with instant dreaming has `dream_since` 1970. It is counted, but its age is left out.
 */
export async function readBacklog(db: Db): Promise<Backlog> {
  await sql`set local enable_seqscan = off`.execute(db)
  await sql`set local statement_timeout = 2000`.execute(db)
  const { rows } = await backlogQuery().execute(db)
  const of = (kind: LaneKind): LaneBacklog => {
    const row = rows.find(({ lane, gate }) => lane === kind && gate === null)
    return { due: row?.due ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 }
  }
  return {
    lanes: {
      interactive: of(lanes.interactive),
      bulk: of(lanes.bulk),
      read: of(lanes.read),
      bulkRead: of(lanes.bulkRead),
      dream: of(lanes.dream),
    },
    dreaming: rows.filter(({ lane }) => lane === lanes.dream).reduce((sum, { all }) => sum + all, 0),
    blocked: countBlocked(rows),
  }
}

function countBlocked(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { gate, due } of rows) if (gate !== null) counts.set(gate, (counts.get(gate) ?? 0) + due)
  return counts
}
