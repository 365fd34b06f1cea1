import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { nilUuid } from '../../platform/lib/ids.ts'

/** Golden questions live on the organization's home shard, wherever their documents are. */

type Home = { shard: number; org: string }

export type GoldenQuestion = {
  id: string
  question: string
  /** Ids or customIds of the documents that contain the answer. */
  expected: string[]
  containerTag: string | null
  createdAt: Date
}

const columns = sql`id, question, expected, container_tag as "containerTag", created_at as "createdAt"`

export async function insertQuestion(
  db: Db,
  { shard, org }: Home,
  { id, question, expected, containerTag }: Omit<GoldenQuestion, 'createdAt'>,
): Promise<GoldenQuestion> {
  const { rows } = await sql<GoldenQuestion>`
    insert into cell.golden_questions (shard, org, id, question, expected, container_tag)
    values (${shard}, ${org}, ${id}, ${question}, ${expected}::text[], ${containerTag}) returning ${columns}`.execute(
    db,
  )
  return rows[0]!
}

export async function listQuestions(db: Db, { shard, org }: Home): Promise<GoldenQuestion[]> {
  const { rows } = await sql<GoldenQuestion>`
    select ${columns} from cell.golden_questions where shard = ${shard} and org = ${org} order by id`.execute(
    db,
  )
  return rows
}

/** Lists the oldest `count` questions after one of them. */
export async function listSomeQuestions(
  db: Db,
  { shard, org }: Home,
  { after = nilUuid, count }: { after: string | undefined; count: number },
): Promise<GoldenQuestion[]> {
  const { rows } = await sql<GoldenQuestion>`
    select ${columns} from cell.golden_questions
     where shard = ${shard} and org = ${org} and id > ${after} order by id limit ${count}`.execute(db)
  return rows
}

/** Returns false when the question did not exist. */
export async function deleteQuestion(db: Db, { shard, org }: Home, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from cell.golden_questions where shard = ${shard} and org = ${org} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** Lists the names of documents: the id, and the customId if there is one. */
export async function readCustomIds(
  db: Db,
  org: string,
  shards: readonly number[],
  documents: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; customId: string }>`
    select id, custom_id as "customId" from cell.documents
     where org = ${org} and shard = any(${shards}::smallint[]) and id = any(${documents}::uuid[]) and custom_id is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, customId }) => [id, customId]))
}
