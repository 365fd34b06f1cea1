import { findByContent, type ItemRow } from '../../features/connections/item-store.ts'
import { updateDocument } from '../../features/documents/update-document.ts'
import type { Item } from '../../platform/connectors/connector.ts'
import { AppError } from '../../platform/errors.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { customIdOf, versionOf } from './names.ts'
import type { SyncStep } from './sync-app.ts'
import { tagOf } from './to-document.ts'

/** Stored items that are asked for, to see whether they are gone. */
const mostAsked = 100

/**
 * Gives new items the documents of items with the same content that are gone: a renamed file stays one document, with its
 * memories. The document gets the name of the new item; the old item loses it with that, and is then deleted without it.
 * Returns the rows under which the new items have their documents now.
 */
export async function takeOver(
  step: SyncStep,
  items: readonly Item[],
  { known, deleted }: { known: ReadonlyMap<string, ItemRow>; deleted: readonly string[] },
): Promise<Map<string, ItemRow>> {
  const fresh = items.filter(({ externalId, contentKey }) => contentKey && !known.get(externalId)?.document)
  const stored = await step.read(db => findByContent(db, step.connection, fresh.map(keyOf)))
  const present = new Set(items.map(({ externalId }) => externalId))
  const gone = await findGone(
    step,
    stored.filter(({ externalId }) => !present.has(externalId)),
    deleted,
  )
  const taken = new Map<string, ItemRow>()
  for (const item of fresh) {
    const at = gone.findIndex(
      row => row.contentKey === keyOf(item) && row.containerTag === tagOf(item, step.connection),
    )
    const [row] = at < 0 ? [] : gone.splice(at, 1)
    if (row && (await rename(step, row.document!, item)))
      taken.set(item.externalId, { ...row, externalId: item.externalId, version: null })
  }
  return taken
}

const keyOf = ({ contentKey = '' }: Item): string => versionOf({ version: contentKey })

type StoredContent = ItemRow & { contentKey: string }

/** Those that the same batch deletes and, where asking is cheap, those that the source does not know any more. */
async function findGone(
  { connector, source }: SyncStep,
  stored: readonly StoredContent[],
  deleted: readonly string[],
): Promise<StoredContent[]> {
  const named = new Set(deleted)
  const asked = stored.filter(({ externalId }) => !named.has(externalId)).slice(0, mostAsked)
  if (asked.length > 0 && connector.describe.hasCheapFetch && connector.fetch)
    for await (const change of connector.fetch(
      source,
      asked.map(({ externalId }) => externalId),
    ))
      if (change.kind === 'deleted') named.add(change.externalId)
  return stored.filter(({ externalId }) => named.has(externalId))
}

/** False when the document is gone, or another one has the name. */
async function rename(
  { app, principal, connection }: SyncStep,
  document: string,
  item: Item,
): Promise<boolean> {
  const customId = customIdOf(connection.id, item.externalId)
  try {
    await updateDocument(app, principal, { id: encodeId(document) }, { customId })
    return true
  } catch (error) {
    const isTaken =
      error instanceof AppError && ['document.not_found', 'request.conflict'].includes(error.code)
    if (!isTaken) throw error
    return false
  }
}
