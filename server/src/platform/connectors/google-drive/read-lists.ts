import { type Batch, type Change, ItemError } from '../connector.ts'
import { BadRequest } from '../google/api.ts'
import { type DriveFile, folderType } from './drive-api.ts'
import { loadAbove } from './open-state.ts'
import { type DriveCheckpoint, type ListTask, userCorpus } from './settings.ts'
import type { DriveRun } from './state.ts'
import { toChange } from './to-change.ts'

/** When lists have to begin again more often than this, they are given up until the next run. */
const mostRestarts = 3

/** Reads the lists that are due, a page at a time. */
export async function* readLists(run: DriveRun): AsyncGenerator<Batch<DriveCheckpoint>> {
  const { state } = run
  let restarts = 0
  for (let task = state.nextTask(); task; task = state.nextTask()) {
    const read = task.kind === 'one' ? await readChosen(run, task) : await readPage(run, task)
    if ('again' in read) {
      if (read.again.corpus === task.corpus && ++restarts > mostRestarts) throw read.error
      state.task = read.again
      continue
    }
    state.task = read.next === undefined ? undefined : { ...task, page: read.next }
    state.seen += read.changes.length
    if (!state.nextTask()) state.table.prune()
    yield state.batch(read.changes)
  }
}

type ReadList = { changes: Change[]; next?: string | undefined }

async function readChosen(run: DriveRun, { ids }: ListTask): Promise<ReadList> {
  const changes: Change[] = []
  for (const id of ids) changes.push(await readOne(run, id))
  return { changes }
}

/** A file by its id: one that was chosen, or one to read again. */
export async function readOne(run: DriveRun, id: string): Promise<Change> {
  const { table } = run.state
  try {
    const file = await run.api.file(id)
    await loadAbove(run, file.parents[0])
    if (file.mimeType === folderType || !table.isWanted(file)) return { kind: 'deleted', externalId: id }
    const other: Change = table.chosen?.has(id) ? toUnsupported(file) : { kind: 'deleted', externalId: id }
    return toChange(run, file) ?? other
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    if (error.code !== 'item_gone')
      return { kind: 'failed', externalId: id, code: error.code, message: error.message }
    return table.chosen?.has(id) ? toMissing(id) : { kind: 'deleted', externalId: id }
  }
}

const toMissing = (externalId: string): Change => ({
  kind: 'failed',
  externalId,
  code: 'item_gone',
  message: 'It was chosen, and Google no longer shows it to this account. Choose again.',
})

const toUnsupported = ({ id, mimeType }: DriveFile): Change => ({
  kind: 'failed',
  externalId: id,
  code: 'item_unsupported',
  message: `Files of the type ${mimeType} are not read.`,
})

/** How to ask again. */
type Again = { again: ListTask; error: unknown }

async function readPage(run: DriveRun, task: ListTask): Promise<ReadList | Again> {
  try {
    const { files, nextPageToken } = await run.api.list(task)
    return { changes: files.flatMap(file => place(run, task, file)), next: nextPageToken }
  } catch (error) {
    // The token of a page lives for hours. The list begins again.
    if (error instanceof BadRequest && task.page !== undefined)
      return { again: { ...task, page: undefined }, error }
    // Who may read a folder of a shared drive and is no member finds it among what is shared.
    if (error instanceof ItemError && task.ids.length > 0 && task.corpus !== userCorpus)
      return { again: { ...task, corpus: userCorpus, page: undefined }, error }
    throw error
  }
}

/** Files become changes. Folders are noted, and below a folder they are listed too. */
function place(run: DriveRun, { kind }: ListTask, file: DriveFile): Change[] {
  const { table } = run.state
  if (file.mimeType !== folderType) {
    if (!table.isWanted(file)) return [{ kind: 'deleted', externalId: file.id }]
    const change = toChange(run, file)
    return change ? [change] : []
  }
  const isKnown = table.get(file.id) !== undefined
  table.set(file.id, run.state.toFolder(file))
  const isBelow = isKnown || table.isIn(file.id)
  if (kind !== 'folders' && isBelow && !table.isTooDeep(file.id)) run.state.listBelow(file.id)
  return []
}
