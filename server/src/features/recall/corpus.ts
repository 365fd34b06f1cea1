import type { RawBuilder } from 'kysely'
import type { RecallPlan } from './plan-recall.ts'
import type { RecallScope } from './scope-store.ts'

/**
 * A kind of text that hybrid search recalls: chunks of documents, or memories. A corpus names the tables and counters that
 * the recall engine reads. The statement that recalls rows belongs to each corpus: both were tuned apart, and differ.
 */
export type Corpus = {
  name: 'chunks' | 'memories'
  /** The column of `cell.containers` that counts the rows of a container. */
  rowCounter: 'chunks' | 'memory_versions'
  /** The table with the number of rows of a container in which each term occurs. */
  termCounts: {
    table: 'term_counts' | 'memory_term_counts'
    column: 'chunks' | 'memories'
    /** The table with the counts of small containers, many terms to a row. Both are added up. */
    tallies?: 'term_tallies'
  }
  /** Columns that name a row within its container, with their types. */
  key: Readonly<Record<string, 'uuid' | 'int'>>
  /** Large containers have a vector index (HNSW). */
  hasVectorIndexes: boolean
  /** The maximum number of rows that each arm passes to the fusion, for a search with this limit. */
  mostPerArm?: (limit: number) => number
  /** Ranks rows by keywords (BM25). Reads the query's terms from the common table expression `asked`. */
  keywordArm(scope: RecallScope, plan: RecallPlan): RawBuilder<unknown>
}

/** A row that the keyword arm found, and its rank there. */
export type KeywordMatch = { shard: number; container: string; rank: number } & Record<string, unknown>
