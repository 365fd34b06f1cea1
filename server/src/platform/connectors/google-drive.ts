import type { Batch, Change, Connector } from './connector.ts'
import { googleOAuth } from './google/api.ts'
import { readEvent, subscribe, unsubscribe } from './google-drive/channels.ts'
import { DriveApi } from './google-drive/drive-api.ts'
import { findFile, nothingChosen, openRun } from './google-drive/open-state.ts'
import { readChanges } from './google-drive/read-changes.ts'
import { readLists, readOne } from './google-drive/read-lists.ts'
import { listResources } from './google-drive/resources.ts'
import {
  type DriveCheckpoint,
  type DriveSettings,
  type DriveSource,
  driveCheckpoint,
  driveSettings,
} from './google-drive/settings.ts'
import { chosenOf, DriveState, isFull } from './google-drive/state.ts'

export const googleDrive: Connector<DriveSettings, undefined, DriveCheckpoint> = {
  describe: {
    provider: 'google-drive',
    title: 'Google Drive',
    summary: 'Google Docs, Sheets and Slides, PDF and other documents of My Drive and shared drives.',
    settings: driveSettings,
    credentials: { ...googleOAuth, scopes: ['https://www.googleapis.com/auth/drive.readonly'] },
    checkpoint: driveCheckpoint,
    everyMinutes: 240,
    requestsPerSecond: 20,
    hasCheapFetch: true,
  },
  async check(source) {
    const account = await new DriveApi(source).account()
    return account === undefined ? {} : { account }
  },
  resources: listResources,
  pull,
  fetch: fetchFiles,
  webhook: async (source, event) => readEvent(source, event),
  subscribe,
  close: unsubscribe,
}

/** Lists everything once, and then follows the logs of changes. */
async function* pull(
  source: DriveSource,
  checkpoint: DriveCheckpoint | undefined,
): AsyncGenerator<Batch<DriveCheckpoint>> {
  const { run, changes } = await openRun(source, new DriveApi(source), checkpoint)
  if (!checkpoint) yield run.state.batch(changes)
  yield* readLists(run)
  yield* readChanges(run)
}

async function* fetchFiles(source: DriveSource, externalIds: string[]): AsyncGenerator<Change> {
  const api = new DriveApi(source)
  const chosen = await Promise.all(chosenOf(source).map(id => nameRoot(api, id)))
  const run = { source, api, state: new DriveState(source, { chosen }) }
  for (const id of externalIds)
    if (id !== nothingChosen.externalId) yield await readOne(run, id)
    else if (isFull(source) || chosen.length > 0) yield { kind: 'deleted', externalId: id }
    else yield nothingChosen
}

/** My Drive has a name that works everywhere, and an id that its files have as their parent. */
async function nameRoot(api: DriveApi, id: string): Promise<string> {
  return id === 'root' ? ((await findFile(api, id))?.id ?? id) : id
}
