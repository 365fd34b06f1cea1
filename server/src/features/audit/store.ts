import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

export type AuditActor = { kind: 'person' | 'key' | 'nobody'; id: string | null; name: string | null }

export type NewAuditEntry = {
  org: string
  actor: AuditActor
  action: string
  target: string | null
  details: Record<string, unknown>
  address: string | null
  requestId: string | null
}

export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  const { org, actor, action, target, details, address, requestId } = entry
  await sql`
    insert into directory.audit_log (org, actor_kind, actor, actor_name, action, target, details, address, request)
    values (${org}, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${target}, ${JSON.stringify(details)}, ${address},
            ${requestId})`.execute(db)
}

export type AuditRow = {
  id: string
  at: Date
  actorKind: AuditActor['kind']
  actor: string | null
  actorName: string | null
  action: string
  target: string | null
  details: Record<string, unknown>
  address: string | null
  requestId: string | null
}

/** The entries of an organization, the latest first, before the entry `before`. */
export async function selectAuditEntries(
  db: Db,
  org: string,
  { before, action, limit }: { before: string | undefined; action: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select id::text, at, actor_kind as "actorKind", actor, actor_name as "actorName", action, target, details, address,
           request as "requestId"
      from directory.audit_log
     where org = ${org} and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
       and (${action ?? null}::text is null or action = ${action ?? null})
     order by audit_log.id desc limit ${limit}`.execute(db)
  return rows
}
