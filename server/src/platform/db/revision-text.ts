import { type RawBuilder, sql } from 'kysely'

/**
 * Reads the content of a revision. An append is stored as its tail, so the content of its row `alias` is that of all rows
 * of the chain up to it (migration 0051). Every statement that reads `content` or `turns` goes through here.
 */

const chainOf = (alias: string) => `cell.revisions t where t.shard = ${alias}.shard and t.org = ${alias}.org
  and t.container = ${alias}.container and t.document = ${alias}.document and t.revision between ${alias}.root and ${alias}.revision`

/** The whole text that was sent. */
export const revisionText = (alias: string): RawBuilder<string> =>
  sql.raw(
    `case when ${alias}.root is null then ${alias}.content
          else (select string_agg(t.content, '' order by t.revision) from ${chainOf(alias)}) end`,
  )

/** The length of the text in bytes. Postgres knows that of a row without reading it. */
export const revisionBytes = (alias: string): RawBuilder<number> =>
  sql.raw(
    `case when ${alias}.root is null then octet_length(${alias}.content)
          else (select sum(octet_length(t.content))::int from ${chainOf(alias)}) end`,
  )

/**
 * Joins arrays of turns, which are objects, as text: for 500 turns that takes half the time of joining them as JSON.
 * `source` is the rest of a query with rows `t`.
 */
const joinedTurns = (source: string): string =>
  `(select '[' || string_agg(nullif(btrim(t.turns::text, '[]'), ''), ', ' order by t.revision) || ']' from ${source})`

/** The turns of a conversation, as JSON; null for other content. */
export const revisionTurns = (alias: string): RawBuilder<unknown> =>
  sql.raw(
    `case when ${alias}.root is null then ${alias}.turns::text else ${joinedTurns(chainOf(alias))} end::json`,
  )

/** The first revision of the chain that the row belongs to. */
export const chainStart = (alias: string): RawBuilder<number> =>
  sql.raw(`coalesce(${alias}.root, ${alias}.since, ${alias}.revision)`)
