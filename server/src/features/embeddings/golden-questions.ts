import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, newId } from '../../platform/lib/ids.ts'
import * as store from './golden-store.ts'
import type { AddQuestionBody } from './schema.ts'

export type GoldenApp = { cells: Cells }

const homeOf = ({ id, homeShard }: Organization) => ({ shard: homeShard, org: id })

/** Stores a question and the documents that answer it. They need not exist yet. */
export async function addQuestion(
  { cells }: GoldenApp,
  organization: Organization,
  { question, expected, containerTag }: AddQuestionBody,
): Promise<store.GoldenQuestion> {
  const home = homeOf(organization)
  const added = { id: newId(home.shard), question, expected, containerTag: containerTag ?? null }
  return inScope(cells.of(home.shard), home, db => store.insertQuestion(db, home, added))
}

export async function listQuestions(
  { cells }: GoldenApp,
  organization: Organization,
): Promise<store.GoldenQuestion[]> {
  const home = homeOf(organization)
  return inScope(cells.of(home.shard), home, db => store.listQuestions(db, home))
}

export async function deleteQuestion(
  { cells }: GoldenApp,
  organization: Organization,
  id: string,
): Promise<void> {
  const home = homeOf(organization)
  const known = decodeId(id)
  const deleted =
    known !== undefined &&
    (await inScope(cells.of(home.shard), home, db => store.deleteQuestion(db, home, known)))
  if (!deleted) throw new AppError('question.not_found')
}
