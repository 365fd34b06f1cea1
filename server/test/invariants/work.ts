import { type Invariant, inOrg, settled } from './invariant.ts'

const none = (name: string, table: string, where: string): Invariant =>
  settled(name, `select * from ${table} x where ${inOrg('x')} and ${where}`)

/** Nothing waits, nothing runs and nobody holds a lease. */
export const work: Invariant[] = [
  none('work.wake', 'work.wakes', 'true'),
  none('work.wake_later', 'work.wakes_later', `due_at < now() + interval '10 minutes'`),
  none('work.attempt', 'cell.attempts', `outcome = 'running'`),
  none('work.dream_lease', 'cell.dream_leases', 'leased_until > now()'),
  none('work.container_lease', 'cell.containers', 'dream_leased_until > now()'),
  none('work.build', 'cell.embedding_builds', 'done_at is null'),
  none('work.merge', 'cell.merges', 'finished_at is null'),
  none('work.container', 'cell.containers', 'deleted_at is not null'),
  none('work.archive', 'cell.archive_jobs', `status in ('queued', 'running')`),
  none(
    'work.connection',
    'cell.connections',
    `state = 'deleting' or asked is not null or current_run is not null or leased_until > now()`,
  ),
  none('work.sync_run', 'cell.sync_runs', `status = 'running'`),
  none('work.delivery', 'cell.webhook_deliveries', `state = 'pending'`),
  settled(
    'work.shard_move',
    `select shard, state from work.shard_moves where state in ('leaving', 'arriving') and ($1::uuid is null or true)`,
  ),
  settled('work.gate', 'select name, code, reason from work.gates where $1::uuid is null or true'),
  none('receipt.open', 'cell.erasures', 'finished_at is null'),
  none('receipt.not_in_journal', 'cell.erasures', 'journaled_at is null'),
  none(
    'receipt.held_after_journal',
    'cell.erasures',
    'journaled_at is not null and coalesce(held_documents, held_containers) is not null',
  ),
  none(
    'receipt.not_clean',
    'cell.erasures',
    // A forgotten memory stays stored (ERA-4).
    `kind <> 'memory' and exists (select from jsonb_each_text(coalesce(found, '{}')) f where f.value::bigint <> 0)`,
  ),
]
