import type { Change } from '../connector.ts'
import { unpackLines } from '../pack-lines.ts'
import type { WebdavSource } from './settings.ts'

/** Begins the id of the failure of a whole folder. Ids of files begin with `path:` or `id:`. */
export const folderPrefix = 'folder:'

export const failureOf = (path: string): string => `${folderPrefix}${path}`

export const blockedChange = (path: string): Change => ({
  kind: 'failed',
  externalId: failureOf(path),
  code: 'item_forbidden',
  message: `The folder ${path || '/'} cannot be read completely. Its documents are kept.`,
})

/** The files of folders that could not be read. With file ids, nothing tells the folder of an item that was not met. */
export function mayHide(
  _: WebdavSource,
  { blocked = '' }: { blocked?: string | undefined },
): ((externalId: string) => boolean) | undefined {
  const folders = unpackLines(blocked)
  if (folders.length === 0) return undefined
  const isBelow = (id: string, folder: string) => folder === '' || id.startsWith(`path:${folder}/`)
  return id => !id.startsWith('path:') || folders.some(folder => isBelow(id, folder))
}
