import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { bindKey, keepWhole, unbindKey } from '../idempotency/answer-once.ts'
import type { Keyed } from '../idempotency/store.ts'
import { addBatch, type BatchResult, isRetryable } from './add-batch.ts'
import type { AddDocuments } from './add-document.ts'
import type { AddBatchBody, AddBatchJson } from './collection-schema.ts'
import { presentBatch } from './present.ts'

/** A batch is many transactions, perhaps in many cells. Under a key each document is answered once, and then the whole. */
export async function answerBatch(
  app: AddDocuments,
  principal: Principal,
  batch: AddBatchBody,
  from: { source: string; keyed: Keyed | undefined },
): Promise<{ answer: AddBatchJson; added: readonly number[] }> {
  const { keyed } = from
  const known = keyed && (await bindKey(app.cells, keyed))
  if (known) return { answer: known as AddBatchJson, added: [] }
  try {
    const results = await addBatch(app, principal, batch, from)
    refuseIfAway(results)
    const answer = presentBatch(results)
    // With an item that can be retried, the answer is not final: the same batch, sent again, adds only that item.
    if (keyed && !results.some(isRetryable)) await keepWhole(app.cells, keyed, answer)
    return { answer, added: results.flatMap((result, i) => (isNew(result) ? i : [])) }
  } catch (error) {
    if (keyed) await unbindKey(app.cells, keyed, error)
    throw error
  }
}

const isNew = (result: BatchResult) => 'id' in result && !result.isRepeated

function refuseIfAway(results: readonly BatchResult[]): void {
  if (results.some(result => 'id' in result)) return
  const away = results.find(isRetryable)
  if (away && 'failure' in away)
    throw new AppError('cell.unavailable', {
      message: away.failure,
      ...(away.details !== undefined && { details: away.details }),
      retryAfterSeconds: 5,
    })
}
