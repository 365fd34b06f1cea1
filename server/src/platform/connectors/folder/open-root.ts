import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { ItemError, SourceError } from '../connector.ts'

/** Whether a path is a folder itself or lies in it. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * The real path of a folder that the operator allows. The answer for a folder that is not allowed is the same whether it
 * exists or not.
 */
export async function openRoot(path: string, allowedFolders: readonly string[]): Promise<string> {
  if (allowedFolders.length === 0)
    throw new SourceError(
      'settings_invalid',
      'No folder of the server may be read. The operator allows folders in the settings of the server.',
    )
  const refusal = new SourceError(
    'settings_invalid',
    `The folder ${path} is not allowed. Choose one of: ${allowedFolders.join(', ')}`,
  )
  const allowed = await Promise.all(
    allowedFolders.map(async folder => ({ folder: resolve(folder), real: await realOrSame(folder) })),
  )
  if (
    !isAbsolute(path) ||
    !allowed.some(({ folder, real }) => isInside(folder, resolve(path)) || isInside(real, resolve(path)))
  )
    throw refusal
  const real = await realpath(path).catch(error => {
    throw new SourceError('source_gone', `The folder ${path} does not exist, or its disk is not mounted.`, {
      cause: error,
    })
  })
  if (!allowed.some(folder => isInside(folder.real, real))) throw refusal
  if (!(await stat(real)).isDirectory())
    throw new SourceError('settings_invalid', `${path} is a file. Name a folder.`)
  return real
}

const realOrSame = (folder: string): Promise<string> => realpath(folder).catch(() => resolve(folder))

/**
 * Opens a file of the folder. A name that has become a link since it was listed, or lies in a folder that has, is refused: what
 * counts is where the opened file really is. A pipe does not block.
 */
export async function openInside(root: string, path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    refuse,
  )
  try {
    if (!isInside(root, await whereIs(handle, path)))
      throw new ItemError('item_forbidden', 'The file is outside of the folder.')
    if (!(await handle.stat()).isFile()) throw new ItemError('item_unsupported', 'This is no regular file.')
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Linux says where an open file is. Elsewhere its path is resolved again, which leaves a moment to exchange it. */
async function whereIs({ fd }: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => realpath(path))
}

function refuse(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    throw new ItemError('item_gone', 'The file is gone.', { cause: error })
  if (error.code === 'ELOOP')
    throw new ItemError('item_forbidden', 'The file has become a link.', { cause: error })
  if (error.code === 'EACCES' || error.code === 'EPERM')
    throw new ItemError('item_forbidden', 'The server may not read the file.', { cause: error })
  throw new ItemError('item_unreadable', `The file cannot be read: ${error.code ?? error.message}`, {
    cause: error,
  })
}
