import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type DocumentName, getDocument, matchesRequest } from './get-document.ts'
import { lockLocation } from './lock-store.ts'
import type { DocumentWithContent } from './store.ts'

/** The most lookups of one document. Each failed lookup means that the document was moved once more in between. */
const maxLookups = 10

/**
 * Finds a document, then runs `read` in a separate transaction. If the document is moved to another container in
 * between, `read` returns undefined and the lookup is repeated. So a live document is never reported as missing. A
 * deleted one is not found by the next lookup.
 */
export function withDocument<T>(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
  read: (db: Db, document: DocumentWithContent) => Promise<T | undefined>,
): Promise<T> {
  return retryWhileMoving(cells, principal, name, document => {
    const { shard, org, container } = document
    return inScope(cells.of(shard), { org, container }, db => read(db, document))
  })
}

/** The same for a change: the document is locked in its current container and stays there until the change commits. */
export function withLockedDocument<T>(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
  change: (db: Db, document: DocumentWithContent) => Promise<T | undefined>,
): Promise<T> {
  return retryWhileMoving(cells, principal, name, found =>
    lockAndChange(cells, principal, { found, name }, change),
  )
}

/** Undefined when the document is deleted, or was moved out of the container that the request names. */
export function lockAndChange<T>(
  cells: Cells,
  { organization }: Principal,
  { found, name }: { found: DocumentWithContent; name: DocumentName },
  change: (db: Db, document: DocumentWithContent) => Promise<T | undefined>,
): Promise<T | undefined> {
  return inScope(cells.of(found.shard), { org: found.org }, async db => {
    const location = await lockLocation(db, found, cells.shardsOfSameCell(organization, found.shard))
    return location && matchesRequest(location, name) ? change(db, { ...found, ...location }) : undefined
  })
}

export async function retryWhileMoving<T>(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
  work: (document: DocumentWithContent) => Promise<T | undefined>,
): Promise<T> {
  for (let lookups = 1; lookups <= maxLookups; lookups++) {
    const document = await getDocument(cells, principal, name)
    const done = await work(document).catch(unlessMoved)
    if (done !== undefined) return done
  }
  throw new AppError('document.moving', { retryAfterSeconds: 1 })
}

/**
 * RV001: the container was deleted or merged into another. 40001: the row moved to another partition during the lock
 * wait.
 */
const movedCodes = new Set(['RV001', '40001'])

function unlessMoved(error: unknown): undefined {
  if (!movedCodes.has((error as { code?: string }).code ?? '')) throw error
}
