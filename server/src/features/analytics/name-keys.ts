import type { Cell } from '../../platform/db/cells.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { type Figures, findKeyNames } from './store.ts'

/** Counts are on the organization's home shard, the names of its keys in the directory. */
export type AnalyticsCells = { of(shard: number): Cell; directory: Source }

export type KeyFigures = Figures & { keyId: string; keyName: string }

/** Names of keys and people. Keys are disabled and never deleted, so each has its name. One that is missing nevertheless is shown by its id. */
export async function nameKeys(
  directory: Source,
  org: string,
  keys: (Figures & { keyId: string })[],
): Promise<KeyFigures[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ keyId }) => keyId)
  const names = await unscoped(directory, db => findKeyNames(db, org, ids))
  return keys.map(key => ({ ...key, keyName: names.get(key.keyId) ?? key.keyId }))
}
