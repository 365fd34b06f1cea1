import { type Change, ItemError, SourceError } from '../connector.ts'
import { type DriveApi, type DriveFile, folderType, type SharedDrive } from './drive-api.ts'
import { type DriveCheckpoint, type DriveSource, userCorpus } from './settings.ts'
import { chosenOf, type DriveRun, DriveState, isFull, scopeOf } from './state.ts'

export const nothingChosen: Extract<Change, { kind: 'failed' }> = {
  kind: 'failed',
  externalId: 'nothing-chosen',
  code: 'item_gone',
  message:
    'Nothing is imported yet: choose folders, shared drives or files, or set the scope of the connection to full.',
}

/** A pull, and changes that are known before any list is read. */
export type OpenedRun = { run: DriveRun; changes: Change[] }

/** Goes on from a checkpoint, or begins: first with the ends of the logs, so that no change during the lists is lost. */
export async function openRun(
  source: DriveSource,
  api: DriveApi,
  checkpoint: DriveCheckpoint | undefined,
): Promise<OpenedRun> {
  if (checkpoint && checkpoint.scope !== scopeOf(source))
    throw new SourceError('checkpoint_expired', 'Other files were chosen.')
  if (isFull(source)) return openFull(source, api, checkpoint)
  if (checkpoint) return { run: { source, api, state: new DriveState(source, checkpoint) }, changes: [] }
  return openChosen(source, api)
}

async function openFull(
  source: DriveSource,
  api: DriveApi,
  checkpoint: DriveCheckpoint | undefined,
): Promise<OpenedRun> {
  const state = new DriveState(source, checkpoint ?? { chosen: [] })
  const run = { source, api, state }
  if (!checkpoint) {
    state.feeds[userCorpus] = await api.startToken(userCorpus)
    const root = await api.file('root')
    state.table.set(root.id, state.toFolder(root))
    state.listAll(userCorpus)
  }
  const drives = await api.drives()
  for (const drive of drives) await followDrive(run, drive)
  const isMember = (corpus: string) => corpus === userCorpus || drives.some(({ id }) => id === corpus)
  if (!Object.keys(state.feeds).every(isMember))
    throw new SourceError('checkpoint_expired', 'The account is no longer a member of a shared drive.')
  return { run, changes: [] }
}

async function followDrive({ api, state }: DriveRun, { id, name }: SharedDrive): Promise<void> {
  const isNew = state.feeds[id] === undefined
  if (isNew) state.feeds[id] = await api.startToken(id)
  const isChanged = state.table.set(id, { name, parent: '', drive: id, isTrashed: false })
  if (isNew) state.listAll(id)
  else if (isChanged) state.listBelow(id)
}

async function openChosen(source: DriveSource, api: DriveApi): Promise<OpenedRun> {
  const ids = chosenOf(source)
  const found = new Map<string, DriveFile>()
  for (const id of ids) {
    const file = await findFile(api, id)
    if (file) found.set(id, file)
  }
  if (ids.length > 0 && found.size === 0)
    throw new SourceError(
      'source_gone',
      'Google shows this account nothing of what was chosen. Choose again, or connect another account',
    )
  const state = new DriveState(source, { chosen: ids.map(id => found.get(id)?.id ?? id) })
  const run = { source, api, state }
  await followLogs(run, [...found.values()])
  for (const id of ids) await enter(run, id, found.get(id))
  return { run, changes: ids.length === 0 ? [nothingChosen] : [] }
}

/** Undefined: it was deleted, or the account may not see it. Google answers both alike. */
export async function findFile(api: DriveApi, id: string): Promise<DriveFile | undefined> {
  try {
    return await api.file(id)
  } catch (error) {
    if (error instanceof ItemError) return undefined
    throw error
  }
}

/** The logs in which changes of these files appear. */
async function followLogs({ api, state }: DriveRun, files: readonly DriveFile[]): Promise<void> {
  const drives = new Set(files.map(({ driveId }) => driveId ?? userCorpus))
  for (const corpus of drives) {
    const token = await startTokenOf(api, corpus)
    if (token) state.feeds[corpus] = token
    // Who may read a folder of a shared drive and is no member finds its changes in the log of the account.
    else state.feeds[userCorpus] ??= await api.startToken(userCorpus)
  }
}

async function startTokenOf(api: DriveApi, corpus: string): Promise<string | undefined> {
  try {
    return await api.startToken(corpus)
  } catch (error) {
    if (error instanceof ItemError && corpus !== userCorpus) return undefined
    throw error
  }
}

async function enter(run: DriveRun, id: string, file: DriveFile | undefined): Promise<void> {
  const isFolder = file?.mimeType === folderType
  await loadAbove(run, isFolder ? file.id : file?.parents[0])
  if (isFolder) run.state.listBelow(file.id)
  else run.state.readOne(file?.id ?? id)
}

/** Notes a folder and those above it, whose names are parts of paths. */
export async function loadAbove({ api, state }: DriveRun, from: string | undefined): Promise<void> {
  let at = from
  for (let level = 0; at !== undefined && !state.table.get(at) && level < 110; level++) {
    const file = await findFile(api, at)
    if (!file) return
    const name = file.driveId === file.id ? (await findDrive(api, file.id))?.name : undefined
    state.table.set(at, state.toFolder({ ...file, name: name ?? file.name }))
    at = file.parents[0]
  }
}

async function findDrive(api: DriveApi, id: string): Promise<SharedDrive | undefined> {
  try {
    return await api.drive(id)
  } catch (error) {
    if (error instanceof ItemError) return undefined
    throw error
  }
}
