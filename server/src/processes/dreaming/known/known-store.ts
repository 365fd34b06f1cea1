import { sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Fact } from '../../../language/english/fact.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'

/** Current memories of a container, as they are shown to a model that reads further text. */

/** A part of a document that is read, in UTF-16 code units of its text. */
export type ReadPart = { document: string; start: number; end: number }

export type KnownRow = { text: string; saidAt: Date; facts: Omit<Fact, 'eventDates'>[] }

/** Chunks of the text that are compared with the memories: those of one call of the model, if it is not of many short texts. */
const maxChunks = 16
/**
 * Binary codes find the candidates, in one scan for all chunks (14 chunks, 2,000 memories: 22 ms; 20,000: 110 ms; 60,000: 280 ms).
 * A scan for each chunk took 420 ms and 2.2 s.
 */
const candidates = 300
/** Facts that say the same in other words. */
const factsPerMemory = 4

/**
 * Finds the current memories nearest to the given text, by the vectors that its chunks have for search. Leaves out inferences,
 * which follow from other memories, and memories that only these documents state: a document that is read again is
 * shown the same as the first time.
 */
export async function findNearestMemories(
  db: Db,
  key: ContainerKey,
  parts: readonly ReadPart[],
  limit: number,
): Promise<KnownRow[]> {
  const documents = parts.map(({ document }) => document)
  const { rows } = await sql<KnownRow>`
    with asked as materialized (
      select v.embedding, v.embedding_set, binary_quantize(v.embedding) as code
        from unnest(${documents}::uuid[], ${parts.map(({ start }) => start)}::int[], ${parts.map(({ end }) => end)}::int[]) p (document, first, last)
        join cell.containers k on ${ofContainer(key, 'k')}
        join cell.chunks c on ${ofContainer(key, 'c')} and c.document = p.document and c.start_offset < p.last and c.end_offset > p.first
        join cell.chunk_vectors v on ${ofContainer(key, 'v')} and v.embedding_set = k.active_set and v.document = c.document and v.position = c.position
       order by c.document, c.position limit ${maxChunks}
    ), likely as materialized (
      select v.memory from cell.memory_vectors v
       where ${ofContainer(key, 'v')} and v.embedding_set = (select embedding_set from asked limit 1) and v.live_until > now()
       order by (select min(v.code <~> a.code) from asked a) limit ${candidates}
    ), near as materialized (
      select v.memory, (select min(v.embedding <=> a.embedding) from asked a) as distance from cell.memory_vectors v
       where ${ofContainer(key, 'v')} and v.embedding_set = (select embedding_set from asked limit 1)
         and v.memory = any(array(select memory from likely))
    )
    select m.text, coalesce(m.document_date, m.learned_at) as "saidAt", f.facts
      from near n join cell.memories m on ${ofContainer(key, 'm')} and m.id = n.memory
      cross join lateral (select jsonb_agg(x.fact order by x.said_at, x.id) as facts from (
        select f.fact, f.said_at, f.id from cell.facts f left join cell.documents d on ${ofContainer(key, 'd')} and d.id = f.document
         where ${ofContainer(key, 'f')} and f.memory = m.id
           and (f.document is null or d.tombstoned_at is null and d.id <> all(${documents}::uuid[]))
         order by f.said_at, f.id limit ${factsPerMemory}) x) f
     where m.is_latest and not m.is_forgotten and not m.is_inference and f.facts is not null
     order by n.distance, m.id limit ${limit}`.execute(db)
  return rows
}
