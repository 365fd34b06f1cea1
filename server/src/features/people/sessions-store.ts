import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

export type SessionRow = {
  id: string
  address: string | null
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** The open sessions of a person, the latest first. */
export async function selectSessions(db: Db, person: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, nullif(ip_address, '') as address, nullif(user_agent, '') as "userAgent", created_at as "createdAt",
           updated_at as "lastSeenAt", expires_at as "expiresAt"
      from directory.sessions where person = ${person} and expires_at > now() order by created_at desc, id`.execute(
    db,
  )
  return rows
}

/** Returns false if the person has no such session. */
export async function deleteSession(db: Db, person: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from directory.sessions where person = ${person} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteSessions(db: Db, person: string): Promise<void> {
  await sql`delete from directory.sessions where person = ${person}`.execute(db)
}

/** Ends all sessions of a person, except one. */
export async function deleteOtherSessions(db: Db, person: string, kept: string): Promise<void> {
  await sql`delete from directory.sessions where person = ${person} and id <> ${kept}`.execute(db)
}
