import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { bindKey, storeWholeAnswer, unbindKey } from '../idempotency/answer-once.ts'
import type { IdempotentRequest } from '../idempotency/store.ts'
import { addBatch, type BatchResult, isRetryable } from './add-batch.ts'
import type { DocumentsApp } from './add-document.ts'
import type { AddBatchBody, AddBatchJson } from './collection-schema.ts'
import { presentBatch } from './present.ts'

/**
 * Answers a batch, which may take many transactions in many cells. With an idempotency key, each document is added once,
 * and the answer to the whole batch is stored at the end.
 */
export async function answerBatch(
  app: DocumentsApp,
  principal: Principal,
  batch: AddBatchBody,
  options: { source: string; idempotent: IdempotentRequest | undefined },
): Promise<{ answer: AddBatchJson; added: readonly number[] }> {
  const { idempotent } = options
  const known = idempotent && (await bindKey(app.cells, idempotent))
  if (known) return { answer: known as AddBatchJson, added: [] }
  try {
    const results = await addBatch(app, principal, batch, options)
    refuseIfUnreachable(results)
    const answer = presentBatch(results)
    // With an item that can be retried, the answer is not final: a retry of the batch adds only that item.
    if (idempotent && !results.some(isRetryable)) await storeWholeAnswer(app.cells, idempotent, answer)
    return { answer, added: results.flatMap((result, i) => (isNew(result) ? i : [])) }
  } catch (error) {
    if (idempotent) await unbindKey(app.cells, idempotent, error)
    throw error
  }
}

const isNew = (result: BatchResult) => 'id' in result && !result.isRepeated

/** If no item was added and a retry may add some, the whole batch fails: clients know how to retry that. */
function refuseIfUnreachable(results: readonly BatchResult[]): void {
  if (results.some(result => 'id' in result)) return
  const failed = results.find(isRetryable)
  if (failed && 'failure' in failed)
    throw new AppError('cell.unavailable', {
      message: failed.failure,
      ...(failed.details !== undefined && { details: failed.details }),
      retryAfterSeconds: 5,
    })
}
