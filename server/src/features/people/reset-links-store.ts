import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Person } from './identity.ts'

/** Stores the hash of a link that sets a new password. Earlier links of the person end. */
export async function insertResetLink(
  db: Db,
  link: { id: string; person: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const identifier = `reset ${link.person}`
  await sql`delete from directory.verifications where identifier = ${identifier}`.execute(db)
  await sql`
    insert into directory.verifications (id, identifier, value, expires_at)
    values (${link.id}, ${identifier}, ${link.tokenHash.toString('hex')}, ${link.expiresAt})`.execute(db)
}

/** The person of a link that works. */
export async function findResetLink(db: Db, tokenHash: Buffer): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select p.id, p.name, p.email
      from directory.verifications v join directory.people p on v.identifier = 'reset ' || p.id
     where v.value = ${tokenHash.toString('hex')} and v.expires_at > now()`.execute(db)
  return rows[0]
}

/** Returns false if somebody has used the link meanwhile. */
export async function deleteResetLink(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from directory.verifications
     where value = ${tokenHash.toString('hex')} and identifier like 'reset %' and expires_at > now()`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Sets the password of a person, who may have had none. */
export async function upsertPassword(db: Db, person: string, hash: string): Promise<void> {
  await sql`
    insert into directory.accounts as a (id, person, account_id, provider_id, password)
    values (gen_random_uuid()::text, ${person}, ${person}, 'credential', ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`.execute(
    db,
  )
}

export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select id, name, email from directory.people where email = ${email}`.execute(db)
  return rows[0]
}
