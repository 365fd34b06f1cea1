import { type RawBuilder, sql } from 'kysely'
import { type RecallScope, sameContainer } from '../recall/scope-store.ts'

/**
 * The most memories whose passages are compared with the query. With 24 the assistant's questions have the same answers. Reading 16
 * takes 1.3 ms.
 */
const mostCompared = 16

/** A memory that many documents state is compared with the newest of them. */
const mostDocuments = 2

/** A chunk is rarely longer, so the chunk at an offset is not before this many characters times its position. */
const longestChunk = 1_200

/**
 * An expression: the tokens of the chunks that the memory of the row `f` comes from, as codes in hex, if its `place` is among the
 * first. In the statement that recalls memories, because another statement took as long as reading the tokens.
 */
export function passagesOf(scope: RecallScope, set: number): RawBuilder<string[] | null> {
  return sql`case when f.place <= ${mostCompared} then array(
    select encode(t.codes, 'hex')
      from (select s.document, coalesce(lower(s.spans), 0) as start from cell.memory_sources s
             where ${sameContainer(scope, 's')} and s.memory = f.memory order by s.document desc limit ${mostDocuments}) s
      cross join lateral (
        select c.position from cell.chunks c
         where ${sameContainer(scope, 'c')} and c.document = s.document and c.position >= s.start / ${longestChunk}::int and c.end_offset > s.start
         order by c.position limit 1) c
      cross join lateral (
        select t.codes from cell.chunk_tokens t
         where ${sameContainer(scope, 't')} and t.embedding_set = ${set} and t.document = s.document and t.position = c.position limit 1) t) end`
}
