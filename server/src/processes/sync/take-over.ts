import { findByContent, type ItemRow } from '../../features/connections/item-store.ts'
import { updateDocument } from '../../features/documents/update-document.ts'
import type { Item } from '../../platform/connectors/connector.ts'
import { AppError } from '../../platform/errors.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { customIdOf, versionOf } from './names.ts'
import type { SyncStep } from './sync-app.ts'
import { tagOf } from './to-document.ts'

/** Stored items that are asked for, to see whether they are gone: at most so many, and so many more than there are new ones. */
const mostAsked = 100
const mostSpare = 3

type Batch = {
  known: ReadonlyMap<string, ItemRow>
  /** Items that the same batch deletes. */
  deleted: readonly string[]
  /** Items that have lost their document to another one. Added to. */
  takenOver: Set<string>
}

/**
 * Gives new items the documents of items with the same content that are gone: a renamed file stays one document, with its
 * memories. The document gets the name of the new item. Returns the rows under which the new items have their documents now.
 */
export async function takeOver(
  step: SyncStep,
  items: readonly Item[],
  { known, deleted, takenOver }: Batch,
): Promise<Map<string, ItemRow>> {
  const fresh = items.filter(({ externalId, contentKey }) => contentKey && !known.get(externalId)?.document)
  const stored = await step.read(db => findByContent(db, step.connection, fresh.map(keyOf)))
  const present = new Set(items.map(({ externalId }) => externalId))
  const free = stored.filter(({ externalId }) => !present.has(externalId) && !takenOver.has(externalId))
  const gone = await findGone(step, free, fresh, deleted)
  const taken = new Map<string, ItemRow>()
  for (const item of fresh) {
    const at = gone.findIndex(
      row => row.contentKey === keyOf(item) && row.containerTag === tagOf(item, step.connection),
    )
    const [row] = at < 0 ? [] : gone.splice(at, 1)
    if (!row || !(await rename(step, row, item))) continue
    taken.set(item.externalId, { ...row, externalId: item.externalId, version: null })
    takenOver.add(row.externalId)
  }
  return taken
}

const keyOf = ({ contentKey = '' }: Item): string => versionOf({ version: contentKey })

type StoredContent = ItemRow & { contentKey: string }

/** Those that the same batch deletes and, where asking is cheap, those that the source does not know any more. */
async function findGone(
  { connector, source }: SyncStep,
  stored: readonly StoredContent[],
  fresh: readonly Item[],
  deleted: readonly string[],
): Promise<StoredContent[]> {
  const named = new Set(deleted)
  const asked = stored.filter(({ externalId }) => !named.has(externalId))
  if (asked.length > 0 && connector.describe.hasCheapFetch && connector.fetch)
    for await (const change of connector.fetch(source, fewOfEach(asked, fresh)))
      if (change.kind === 'deleted') named.add(change.externalId)
  return stored.filter(({ externalId }) => named.has(externalId))
}

/** Of a content that a thousand files share, such as a licence, there is no use in asking for all of them. */
function fewOfEach(stored: readonly StoredContent[], fresh: readonly Item[]): string[] {
  const left = new Map<string, number>()
  for (const item of fresh) left.set(keyOf(item), (left.get(keyOf(item)) ?? mostSpare) + 1)
  const few = stored.filter(({ contentKey }) => {
    const count = left.get(contentKey) ?? 0
    left.set(contentKey, count - 1)
    return count > 0
  })
  return few.slice(0, mostAsked).map(({ externalId }) => externalId)
}

/**
 * False when the document is gone, another one has the name, or it is not the item's any more: a worker that died may have given it
 * to an item already. Unless that is this item.
 */
async function rename(
  { app, principal, connection }: SyncStep,
  { document, externalId }: ItemRow,
  item: Item,
): Promise<boolean> {
  const customId = customIdOf(connection.id, item.externalId)
  const names: unknown[] = [customId, customIdOf(connection.id, externalId)]
  try {
    await updateDocument(
      app,
      principal,
      { id: encodeId(document!) },
      { customId },
      { isSelected: found => names.includes(found.customId) },
    )
    return true
  } catch (error) {
    const isTaken =
      error instanceof AppError && ['document.not_found', 'request.conflict'].includes(error.code)
    if (!isTaken) throw error
    return false
  }
}
