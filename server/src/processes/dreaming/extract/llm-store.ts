import { sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { deleteOldest } from '../../../platform/db/delete-oldest.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { Tokens } from '../../../platform/providers/llm/llm.ts'

/** Answers of language models and their cost. */

const of = (key: ContainerKey, alias: string) =>
  sql`${sql.ref(`${alias}.shard`)} = ${key.shard} and ${sql.ref(`${alias}.org`)} = ${key.org} and ${sql.ref(`${alias}.container`)} = ${key.container}`

/** The answer to a prompt for each of its documents; null where it was unusable. */
export type Answers<T> = ReadonlyMap<string, T | null>

/** Finds the answer for the documents that have not changed since. */
export async function findModelAnswers<T>(db: Db, key: ContainerKey, hash: Buffer): Promise<Answers<T>> {
  const { rows } = await sql<{ document: string; answer: T | null }>`
    select a.document, a.answer from cell.llm_answers a where ${of(key, 'a')} and a.hash = ${hash}`.execute(
    db,
  )
  return new Map(rows.map(({ document, answer }) => [document, answer]))
}

/** Finds the answer to a question whose facts are not written yet, whatever was known when it was asked. */
export async function findUnusedAnswers<T>(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  question: Buffer,
): Promise<Answers<T>> {
  const { rows } = await sql<{ document: string; answer: T | null }>`
    select a.document, a.answer from cell.llm_answers a
     where ${of(key, 'a')} and a.document = any(${documents}::uuid[]) and a.question = ${question}`.execute(
    db,
  )
  return new Map(rows.map(({ document, answer }) => [document, answer]))
}

/**
 * Called when the facts of documents are written. A later read of the same text asks again if something else is known by
 * then.
 */
export async function markAnswersUsed(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
): Promise<void> {
  await sql`
    update cell.llm_answers a set question = null
     where ${of(key, 'a')} and a.document = any(${documents}::uuid[]) and a.question is not null`.execute(db)
}

/** `hash` identifies all that the model saw; `question` leaves out what was known. */
export type AnswerKey = { hash: Buffer; question?: Buffer }

/**
 * Stores no answer for a document deleted meanwhile. The rows of the others are locked, so none is deleted before
 * this is committed.
 */
export async function storeModelAnswers<T>(
  db: Db,
  key: ContainerKey,
  { hash, question }: AnswerKey,
  answers: Answers<T>,
): Promise<void> {
  const documents = [...answers.keys()]
  const written = [...answers.values()].map(answer => answer && JSON.stringify(answer))
  await sql`
    with held as materialized (
      select d.id from cell.documents d where ${of(key, 'd')} and d.id = any(${documents}::uuid[]) and d.tombstoned_at is null
       order by d.id for share)
    insert into cell.llm_answers (shard, org, container, document, hash, question, answer)
    select ${key.shard}, ${key.org}, ${key.container}, n.document, ${hash}, ${question ?? null}::bytea, n.answer
      from unnest(${documents}::uuid[], ${written}::jsonb[]) n (document, answer) join held on held.id = n.document`.execute(
    db,
  )
}

export type CallRecord = {
  model: string
  prompt: string
  outcome: string
  usage: Tokens
  usd: number
  ms: number
  /** Each document's share of the call; the shares add up to 1. */
  shares: readonly { document: string; share: number }[]
}

export async function recordCall(db: Db, key: ContainerKey, call: CallRecord): Promise<void> {
  const { usage, shares } = call
  await sql`
    insert into cell.llm_calls
      (shard, org, container, document, model, prompt, outcome, documents, input_tokens, output_tokens, usd, ms)
    select ${key.shard}, ${key.org}, ${key.container}, s.document, ${call.model}, ${call.prompt}, ${call.outcome}, ${shares.length}::int,
           s.share * ${usage.inputTokens}, s.share * ${usage.outputTokens}, s.share * ${call.usd}, ${call.ms}
      from unnest(${shares.map(({ document }) => document)}::uuid[], ${shares.map(({ share }) => share)}::float8[]) s (document, share)`.execute(
    db,
  )
}

/** The title and summary of a document as a model wrote them. */
export type DocumentDescription = { id: string; title: string; summary: string }

/** Replaces the title only where it is the beginning of the text: a heading is the author's own title. */
export async function describeDocuments(
  db: Db,
  key: ContainerKey,
  described: readonly (DocumentDescription & { beginning: string })[],
): Promise<void> {
  if (described.length === 0) return
  await sql`
    update cell.documents d
       set summary = n.summary, title = case when d.title is null or starts_with(n.beginning, left(d.title, 20)) then n.title else d.title end
      from unnest(${described.map(({ id }) => id)}::uuid[], ${described.map(({ title }) => title)}::text[],
                  ${described.map(({ summary }) => summary)}::text[], ${described.map(({ beginning }) => beginning.trimStart().slice(0, 40))}::text[])
           as n (id, title, summary, beginning)
     where ${of(key, 'd')} and d.id = n.id and d.tombstoned_at is null`.execute(db)
}

/**
 * Maintenance: an answer is kept in case a worker dies before its facts are written, and no step takes longer than
 * this.
 */
export async function dropExpiredAnswers(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.llm_answers', age: 'created_at', olderThanHours }, most)
}

/** Deletes up to `most` rows of calls that are older than this. Returns how many. */
export async function dropOldCalls(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.llm_calls', age: 'created_at', olderThanHours }, most)
}
