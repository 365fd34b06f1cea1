import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type DocumentName, getDocument, isWithin } from './get-document.ts'
import { type Found, lockPlace } from './store.ts'

/** How often a document is looked for again. Each look that fails means that it was moved once more in between. */
const maxLooks = 10

/**
 * Finds a document and reads what belongs to it, in a transaction of its own. A document that is moved to another container
 * between the two is no longer where it was found: then `read` returns undefined, and it is looked for again. So a living
 * document is never reported as missing; one that was deleted is not found by the next look.
 */
export function readFound<T>(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
  read: (db: Db, document: Found) => Promise<T | undefined>,
): Promise<T> {
  return lookUntilThere(cells, principal, name, document => {
    const { shard, org, container } = document
    return inScope(cells.of(shard), { org, container }, db => read(db, document))
  })
}

/** The same for a change: the document is locked, wherever it is by then, and stays there until the change is done. */
export function changeFound<T>(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
  change: (db: Db, document: Found) => Promise<T | undefined>,
): Promise<T> {
  return lookUntilThere(cells, principal, name, found => lockFound(cells, principal, { found, name }, change))
}

/** Undefined when the document is gone, or was moved out of the container that the request names. */
export function lockFound<T>(
  cells: Cells,
  { organization }: Principal,
  { found, name }: { found: Found; name: DocumentName },
  change: (db: Db, document: Found) => Promise<T | undefined>,
): Promise<T | undefined> {
  return inScope(cells.of(found.shard), { org: found.org }, async db => {
    const place = await lockPlace(db, found, cells.shardsBeside(organization, found.shard))
    return place && isWithin(place, name) ? change(db, { ...found, ...place }) : undefined
  })
}

export async function lookUntilThere<T>(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
  work: (document: Found) => Promise<T | undefined>,
): Promise<T> {
  for (let looks = 1; looks <= maxLooks; looks++) {
    const document = await getDocument(cells, principal, name)
    const done = await work(document).catch(unlessMoved)
    if (done !== undefined) return done
  }
  throw new AppError('document.moving', { retryAfterSeconds: 1 })
}

/** RV001: its container was deleted or merged into another. 40001: it went to another partition while its lock was waited for. */
const movedCodes = new Set(['RV001', '40001'])

function unlessMoved(error: unknown): undefined {
  if (!movedCodes.has((error as { code?: string }).code ?? '')) throw error
}
