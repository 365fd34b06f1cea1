import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import { type Lane, type LaneKind, lanes } from './lane.ts'

/**
 * Something outside of Reverie that work needs and that fails now: a model, the file store, the directory. The row exists
 * only while the gate is shut.
 */
export type Gate = {
  /** Its kind and, for a model, the name: `embedding:text-embedding-3-small`, `blobs`. */
  name: string
  /** The code and message of the failure, as a document would have them. */
  code: string
  reason: string
  shutAt: Date
  /** When the next probe is due or, during a probe, when another worker may take it over. */
  probeAt: Date
  probes: number
}

export type ShutGate = Pick<Gate, 'name' | 'code' | 'reason'>

export async function listGates(db: Db): Promise<Gate[]> {
  const { rows } = await sql<Gate>`
    select name, code, reason, shut_at as "shutAt", probe_at as "probeAt", probes from work.gates order by name`.execute(
    db,
  )
  return rows
}

export type GateReport = Gate & { shutSeconds: number; lanes: number }

/** The shut gates of a cell, with the number of lanes that wait at each. */
export async function reportGates(db: Db): Promise<GateReport[]> {
  const { rows } = await sql<GateReport>`
    select name, code, reason, shut_at as "shutAt", probe_at as "probeAt", probes,
           round(extract(epoch from clock_timestamp() - shut_at))::int as "shutSeconds",
           (select count(*)::int from work.gate_waits w where w.gate = g.name) as lanes
      from work.gates g order by name`.execute(db)
  return rows
}

/**
 * Shuts a gate. False when it was shut already: then nothing changes, and the probes keep its reason up to date.
 */
export async function shutGate(db: Db, { name, code, reason }: ShutGate, probeMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into work.gates (name, code, reason, probe_at)
    values (${name}, ${code}, ${reason}, clock_timestamp() + ${probeMs} * interval '1 millisecond')
    on conflict (name) do nothing`.execute(db)
  return Number(numAffectedRows) > 0
}

/**
 * Takes the probe of a gate, if it is due. The others may take it after `leaseMs`, so a worker that dies with it only
 * delays the next probe.
 */
export async function takeProbe(db: Db, name: string, leaseMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update work.gates set probes = probes + 1, probe_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where name = ${name} and probe_at <= clock_timestamp()`.execute(db)
  return Number(numAffectedRows) > 0
}

export async function noteFailedProbe(db: Db, name: string, reason: string, probeMs: number): Promise<void> {
  await sql`
    update work.gates set reason = ${reason}, probe_at = clock_timestamp() + ${probeMs} * interval '1 millisecond'
     where name = ${name}`.execute(db)
}

/** Opens a gate. Its waiting lanes are then released, here or by the reconciler. */
export async function openGate(db: Db, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from work.gates where name = ${name}`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Opens the gates that nobody has probed for this long: a model that is no longer configured. */
export async function openForgotten(db: Db, afterMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from work.gates where probe_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}

/**
 * Lets a lane wait at the first of these gates that is shut. False when all of them are open: `for share` makes the
 * opening of a gate wait for us, so no lane waits at a gate that has just been opened.
 */
export async function waitAtGate(
  db: Db,
  names: readonly string[],
  { shard, org, container, kind }: Lane,
): Promise<boolean> {
  const { rows } = await sql<{ shut: number }>`
    with shut as materialized (
      select name from work.gates where name = any(${names}::text[]) order by name limit 1 for share
    ), waiting as (
      insert into work.gate_waits (gate, shard, org, container, lane)
      select name, ${shard}, ${org}, ${container}, ${kind} from shut on conflict (container, lane) do nothing
    ) select count(*)::int as shut from shut`.execute(db)
  return rows[0]!.shut > 0
}

/** Takes some lanes out of the wait, whose gates have opened. The caller wakes them in the same transaction. */
export async function releaseLanes(db: Db, limit: number): Promise<Lane[]> {
  const { rows } = await sql<Omit<Lane, 'kind'> & { lane: LaneKind }>`
    with open as materialized (
      select w.container, w.lane from work.gate_waits w
       where not exists (select from work.gates g where g.name = w.gate) limit ${limit} for update skip locked
    )
    delete from work.gate_waits w using open where w.container = open.container and w.lane = open.lane
    returning w.shard, w.org, w.container, w.lane`.execute(db)
  return rows.map(({ lane, ...rest }) => ({ ...rest, kind: lane }))
}

/** Whether a lane waits at a gate, as a condition on rows with its columns. */
export const isWaiting = (container: string, lane: string) =>
  sql`exists (select from work.gate_waits w where w.container = ${sql.ref(container)} and w.lane = ${sql.ref(lane)})`

/** Whether dreaming in a container waits at a gate. */
export const dreamsWait = (container: string) =>
  sql`exists (select from work.gate_waits w where w.container = ${sql.ref(container)} and w.lane = ${lanes.dream})`
