import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

/** The stem of each word by Postgres's own dictionary; null for a stop word. */
export async function stemWords(
  db: Db,
  dictionary: string,
  words: readonly string[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ stem: string | null }>`
    select (ts_lexize(${dictionary}::regdictionary, w.word))[1] as stem
      from unnest(${words}::text[]) with ordinality w (word, place) order by w.place`.execute(db)
  return rows.map(({ stem }) => stem)
}
