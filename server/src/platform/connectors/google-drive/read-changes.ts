import { type Batch, type Change, ItemError, SourceError } from '../connector.ts'
import { BadRequest } from '../google/api.ts'
import { type ChangesPage, type DriveFile, type FileChange, folderType } from './drive-api.ts'
import { loadAbove } from './open-state.ts'
import { readLists } from './read-lists.ts'
import type { DriveCheckpoint } from './settings.ts'
import type { DriveRun } from './state.ts'
import { toChange } from './to-change.ts'

/** Reads each log of changes from where it was left. */
export async function* readChanges(run: DriveRun): AsyncGenerator<Batch<DriveCheckpoint>> {
  for (const corpus of Object.keys(run.state.feeds)) yield* readLog(run, corpus)
}

async function* readLog(run: DriveRun, corpus: string): AsyncGenerator<Batch<DriveCheckpoint>> {
  const { state } = run
  for (;;) {
    const token = state.feeds[corpus]!
    const page = await readPage(run, corpus, token)
    const changes: Change[] = []
    for (const change of lastOfEach(page.changes)) changes.push(...(await follow(run, change)))
    state.feeds[corpus] = (page.nextPageToken ?? page.newStartPageToken)!
    const isMoved = state.feeds[corpus] !== token
    if (isMoved || changes.length > 0) yield state.batch(changes)
    yield* readLists(run)
    if (page.nextPageToken === undefined) return
    if (!isMoved) throw new SourceError('provider_unavailable', 'Google sends the same changes again.')
  }
}

async function readPage({ api }: DriveRun, corpus: string, token: string): Promise<ChangesPage> {
  try {
    return await api.changes(corpus, token)
  } catch (error) {
    // A shared drive that the account has left is hidden from it, with its log.
    if (error instanceof BadRequest || error instanceof ItemError)
      throw new SourceError('checkpoint_expired', 'Google no longer knows the place in its log of changes.', {
        cause: error,
      })
    throw error
  }
}

/** The log may name a file several times. */
const lastOfEach = (changes: readonly FileChange[]): FileChange[] => [
  ...new Map(changes.map(change => [`${change.changeType} ${change.fileId}`, change])).values(),
]

/** An entry is the state of a file now, not what happened to it, so an old or a doubled one does no harm. */
async function follow(run: DriveRun, { changeType, fileId, file }: FileChange): Promise<Change[]> {
  const id = file?.id ?? fileId
  // New and lost shared drives are found by their list.
  if (changeType === 'drive' || id === undefined) return []
  if (!file) return forget(run, id)
  if (file.mimeType === folderType) {
    await followFolder(run, file)
    return []
  }
  const change = run.state.table.isWanted(file) ? toChange(run, file) : undefined
  return [change ?? { kind: 'deleted', externalId: id }]
}

function forget({ state: { table } }: DriveRun, id: string): Change[] {
  const isFolder = table.get(id) !== undefined
  // What was in it can no longer be listed: only a comparison of everything finds it.
  if (isFolder && (table.isIn(id) || table.chosenBelow(id).length > 0))
    throw new SourceError('checkpoint_expired', 'A folder can no longer be read.')
  return isFolder ? [] : [{ kind: 'deleted', externalId: id }]
}

/** A folder that has another name, place or state takes everything below it along. */
async function followFolder(run: DriveRun, file: DriveFile): Promise<void> {
  const { table } = run.state
  const { id } = file
  const wasIn = table.get(id) !== undefined && table.isIn(id)
  const below = table.chosenBelow(id)
  // Something that lies in a folder has changed, or its access: that is no matter of the folder.
  if (!table.set(id, run.state.toFolder(file))) return
  const isIn = table.isIn(id)
  if (table.chosen && (isIn || below.length > 0)) await loadAbove(run, file.parents[0])
  if (wasIn || isIn) run.state.listBelow(id)
  else for (const chosen of below) run.state.listBelow(chosen)
  if (!wasIn && !isIn && below.length === 0) table.delete(id)
}
