import { type Batch, type Change, ItemError } from '../connector.ts'
import { BadRequest } from '../google/api.ts'
import { type DriveFile, folderType } from './drive-api.ts'
import { loadAbove } from './open-state.ts'
import type { DriveCheckpoint, ListTask } from './settings.ts'
import type { DriveRun } from './state.ts'
import { toChange } from './to-change.ts'

/** A list whose token Google forgets this often in a run is given up until the next one. */
const mostRestarts = 3

/** Reads the lists that are due, a page at a time. */
export async function* readLists(run: DriveRun): AsyncGenerator<Batch<DriveCheckpoint>> {
  const { state } = run
  let restarts = 0
  for (let task = state.nextTask(); task; task = state.nextTask()) {
    const read = task.kind === 'one' ? await readChosen(run, task) : await readPage(run, task, restarts)
    if (!read) {
      restarts++
      state.task = { ...task, page: undefined }
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

/** Undefined: Google has forgotten the token of the page, which lives for hours. The list begins again. */
async function readPage(run: DriveRun, task: ListTask, restarts: number): Promise<ReadList | undefined> {
  try {
    const { files, nextPageToken } = await run.api.list(task)
    return { changes: files.flatMap(file => place(run, task, file)), next: nextPageToken }
  } catch (error) {
    if (error instanceof BadRequest && task.page !== undefined && restarts < mostRestarts) return undefined
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
