import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

/** Reads what language models have cost: sums by day in the directory, and shares of documents in the cells. */

export type Spent = { usd: number; calls: number; inputTokens: number; outputTokens: number }
export type SpentDay = Spent & { day: string }
export type SpentModel = Spent & { day: string; model: string }

/** Spending of an organization on the last days, newest first. Days are UTC. */
export async function selectSpentDays(directory: Db, org: string, days: number): Promise<SpentDay[]> {
  const { rows } = await sql<SpentDay>`
    select day::text, usd, calls::int, input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens"
      from directory.llm_spend where org = ${org} and day > (now() at time zone 'UTC')::date - ${days}::int
     order by directory.llm_spend.day desc`.execute(directory)
  return rows
}

/** A call for several documents has a row for each, with its share. At most `most` rows are added up. */
export async function sumSpentModels(
  db: Db,
  { org, shards }: { org: string; shards: readonly number[] },
  { days, most }: { days: number; most: number },
): Promise<{ models: SpentModel[]; rows: number }> {
  const { rows } = await sql<SpentModel & { shares: number }>`
    select (created_at at time zone 'UTC')::date::text as day, model, sum(usd) as usd, round(sum(1.0 / documents))::int as calls,
           sum(input_tokens) as "inputTokens", sum(output_tokens) as "outputTokens", count(*)::int as shares
      from (select * from cell.llm_calls where shard = any(${shards}::smallint[]) and org = ${org}
              and created_at >= ((now() at time zone 'UTC')::date - ${days - 1}::int)::timestamp at time zone 'UTC' limit ${most}) c
     group by 1, 2`.execute(db)
  return {
    models: rows.map(({ shares: _, ...row }) => row),
    rows: rows.reduce((sum, { shares }) => sum + shares, 0),
  }
}
