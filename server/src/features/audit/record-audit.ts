import type { Principal } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import type { AuditedAction, AuditFacts } from '../../platform/routing/audit.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import { type AuditActor, insertAuditEntry } from './store.ts'

export type AuditApp = { cells: { directory: Source }; logger: Logger }

type Caller = {
  org: string
  actor: AuditActor
  address: string | undefined
  requestId: string
}

/**
 * Adds an entry to the audit log, after the action. If the directory does not answer, the entry goes to the log of this
 * process: the action has happened, and a failure would make the caller repeat it.
 */
export async function recordAudit(
  { cells, logger }: AuditApp,
  action: AuditedAction,
  { target, details = {} }: AuditFacts,
  { org, actor, address, requestId }: Caller,
): Promise<void> {
  const entry = { org, actor, action, target: target ?? null, details, address: address ?? null, requestId }
  try {
    await unscoped(cells.directory, db => insertAuditEntry(db, entry))
  } catch (error) {
    logger.error({ err: error, audit: entry }, 'an audit entry could not be stored')
  }
}

export function actorOf({ person, key }: Principal): AuditActor {
  return person
    ? { kind: 'person', id: person.id, name: person.name }
    : { kind: 'key', id: key.id, name: key.name }
}
