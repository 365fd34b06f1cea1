import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Tokens } from '../../platform/providers/llm/llm.ts'

/** Spending of organizations on language models: the directory's `llm_spend`. */

/**
 * Reserves money for a call; undefined when there is not enough left today. One statement, so any number of processes
 * stay within the daily limit together. The first call of a day may exceed the whole limit: otherwise no call would
 * ever be made. A limit of 0 is no limit.
 */
export async function reserve(
  directory: Db,
  org: string,
  { usd, limit }: { usd: number; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    insert into directory.llm_spend as s (org, day, usd) values (${org}, (now() at time zone 'UTC')::date, ${usd})
    on conflict (org, day) do update set usd = s.usd + excluded.usd
      where ${limit}::float8 = 0 or s.usd = 0 or s.usd + excluded.usd <= ${limit}
    returning day::text`.execute(directory)
  return rows[0]?.day
}

/** Replaces the reservation of a call by its real cost. */
export async function settle(
  directory: Db,
  org: string,
  { day, reserved, usd, usage }: { day: string; reserved: number; usd: number; usage: Tokens },
): Promise<void> {
  await sql`
    update directory.llm_spend
       set usd = greatest(0, usd + ${usd - reserved}::float8), calls = calls + 1, input_tokens = input_tokens + ${usage.inputTokens},
           output_tokens = output_tokens + ${usage.outputTokens}
     where org = ${org} and day = ${day}::date`.execute(directory)
}

export type SpentDay = Tokens & { organization: string; day: string; usd: number; calls: number }

/** Lists the spending of the last days, newest first, of one organization or of all. */
export async function listSpent(
  directory: Db,
  { slug, days }: { slug: string | undefined; days: number },
): Promise<SpentDay[]> {
  const { rows } = await sql<SpentDay>`
    select o.slug as organization, s.day::text, s.usd, s.calls, s.input_tokens as "inputTokens", s.output_tokens as "outputTokens"
      from directory.llm_spend s join directory.organizations o on o.id = s.org
     where s.day > (now() at time zone 'UTC')::date - ${days}::int and o.slug = coalesce(${slug ?? null}, o.slug)
     order by s.day desc, o.slug`.execute(directory)
  return rows
}
