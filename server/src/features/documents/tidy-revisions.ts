import type { Cell } from '../../platform/db/cells.ts'
import { isUnreachable } from '../../platform/db/pool.ts'
import { type Db, inScope, unscoped } from '../../platform/db/tx.ts'
import * as store from './tidy-store.ts'

/** Revisions per step. A step takes about 0.3 s, with a short transaction for each document. */
const revisionsPerStep = 500

/**
 * Does one step of tidying: of the revisions that are due, those that nothing names are dropped, and the tails of a chat
 * are folded into one text. Returns the number of documents it tidied. Every transaction starts from the current rows, so
 * a worker that dies costs nothing. A document that fails does not keep the others from being tidied, and is put off: 500
 * of them would otherwise stand first in every step.
 */
export async function tidyRevisions(cell: Cell, signal?: AbortSignal): Promise<number> {
  const found = await unscoped(cell.maintenance, db => store.findUntidy(db, revisionsPerStep))
  let tidied = 0
  const errors: unknown[] = []
  for (const { document, ...key } of found) {
    if (signal?.aborted) break
    try {
      if (await inScope(cell, { org: key.org }, db => tidyDocument(db, { ...key, document }))) tidied++
    } catch (error) {
      if (isUnreachable(error)) throw error
      errors.push(error)
      await inScope(cell, { org: key.org }, db => store.postponeTidying(db, key, document))
    }
  }
  if (errors.length > 0) throw errors[0]
  return tidied
}

/** False when another worker or a request has its turn. */
async function tidyDocument(db: Db, { document, ...key }: store.UntidyDocument): Promise<boolean> {
  if (!(await store.takeTidyTurn(db, document))) return false
  for (const chain of await store.listChains(db, key, document)) {
    if (!chain.isNewest && !chain.isNamed) await store.dropChain(db, key, document, chain)
    else if (chain.rows > 1 && chain.foldTo > chain.start) await store.foldChain(db, key, document, chain)
  }
  await store.postponeTidying(db, key, document)
  return true
}
