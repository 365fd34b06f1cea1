import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

export type Lexeme = { lexeme: string; count: number }

/** Stemmed words of each text with how often they occur, by Postgres's own dictionaries: both sides of a search use the same. */
export async function readLexemes(db: Db, texts: readonly string[]): Promise<Lexeme[][]> {
  const { rows } = await sql<Lexeme & { ordinal: number }>`
    select t.ordinal::int, w.lexeme, cardinality(w.positions) as count
      from unnest(${texts}::text[]) with ordinality t (text, ordinal), lateral unnest(to_tsvector('english', t.text)) w`.execute(
    db,
  )
  const lexemes: Lexeme[][] = texts.map(() => [])
  for (const { ordinal, lexeme, count } of rows) lexemes[ordinal - 1]!.push({ lexeme, count })
  return lexemes
}
