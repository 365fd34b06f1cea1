import { sql } from 'kysely'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { ContainerKey } from '../../containers/store.ts'

/** Which of these names a former import has given to memories. Forgotten ones count too: they are not added again. */
export async function findImported(
  db: Db,
  key: ContainerKey,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`
    select a.value from cell.memory_attributes a
     where ${ofContainer(key, 'a')} and a.key = 'importId' and a.folded = any(${names.map(name => name.toLowerCase())}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ value }) => value))
}

export async function lockImports(db: Db, { container }: ContainerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${container}, 0))`.execute(db)
}
