import { z } from 'zod'
import { type Batch, type Change, type Connector, SourceError } from './connector.ts'
import { authorizationOf, type Clouds, microsoftClouds } from './onedrive/clouds.ts'
import { DriveTable } from './onedrive/drive-table.ts'
import { DriveTree } from './onedrive/drive-tree.ts'
import { GraphApi, parse } from './onedrive/graph.ts'
import { findItem, lostResource, pullDrive, unread } from './onedrive/pull-drive.ts'
import { listResources } from './onedrive/resources.ts'
import {
  type OneDriveCheckpoint,
  type OneDriveSettings,
  type OneDriveSource,
  oneDriveCheckpoint,
  oneDriveSettings,
} from './onedrive/settings.ts'
import { readEvent, subscribe, unsubscribe } from './onedrive/subscriptions.ts'
import { type ChosenResource, type Drive, findDrives, readResource } from './onedrive/targets.ts'
import { externalIdOf, pathOfItem, readExternalId } from './onedrive/to-change.ts'
import { shortHash } from './short-hash.ts'

type OneDriveConnector = Connector<OneDriveSettings, undefined, OneDriveCheckpoint>

/** OneDrive and SharePoint, with the operator's own application. Tests have servers of their own. */
export function openOneDrive(clouds: Clouds = microsoftClouds): OneDriveConnector {
  const open = (source: OneDriveSource) => new GraphApi(source, clouds[source.settings.cloud].graph)
  const usual = oneDriveSettings.parse({})
  return {
    describe: {
      provider: 'onedrive',
      title: 'OneDrive and SharePoint',
      summary: 'Word, Excel, PowerPoint, PDF and text files of OneDrive and of SharePoint libraries.',
      settings: oneDriveSettings,
      credentials: {
        kind: 'oauth',
        ...authorizationOf(clouds, usual),
        forSettings: settings => authorizationOf(clouds, oneDriveSettings.parse(settings)),
        extra: { prompt: 'select_account' },
      },
      checkpoint: oneDriveCheckpoint,
      everyMinutes: 240,
      requestsPerSecond: 10,
    },
    check: source => check(open(source)),
    resources: (source, page) => listResources(open(source), page),
    pull: (source, checkpoint) => pull(source, open(source), checkpoint),
    fetch: (source, ids) => fetchItems(source, open(source), ids),
    webhook: async (source, event) => readEvent(source, event),
    subscribe: (source, callback) => subscribe(source, open(source), callback),
    close: source => unsubscribe(source, open(source)),
  }
}

const meJson = z.object({ mail: z.string().nullish(), userPrincipalName: z.string().nullish() })

async function check(api: GraphApi) {
  const { mail, userPrincipalName } = parse(meJson, (await api.ask('/me')).body)
  const account = mail || userPrincipalName
  return account ? { account } : {}
}

/** Graph loses deletions now and then. So everything is compared in this interval; only what has changed is read. */
const compareEveryMs = 7 * 86_400_000

/** One drive after the other. The checkpoint says for each where it is. */
async function* pull(
  source: OneDriveSource,
  api: GraphApi,
  last: OneDriveCheckpoint | undefined,
): AsyncGenerator<Batch<OneDriveCheckpoint>> {
  const { drives, lost } = await findDrives(source, api)
  if (last) checkAge(source, last, lost)
  let checkpoint = last ?? beginning(source)
  const losses = lost.map(id => lostOf(id, checkpoint))
  if (losses.length > 0 && checkpoint.at === undefined) yield { changes: losses, checkpoint }
  let seen = 0
  const from = drives.findIndex(({ id }) => id === checkpoint.at)
  for (const drive of drives.slice(Math.max(0, from)))
    for await (const { changes, state } of pullDrive(
      { source, api, drive },
      checkpoint.drives[drive.id] ?? unread,
    )) {
      if (state)
        checkpoint = { ...checkpoint, at: drive.id, drives: { ...checkpoint.drives, [drive.id]: state } }
      seen += changes.length
      yield { changes, checkpoint, progress: { seen } }
    }
  // A library that is only hidden for now must not be taken for removed.
  if (lost.length === 0) yield* leaveOthers(drives, checkpoint)
  const { at: _, isFull: __, ...ended } = checkpoint
  const known = lost.length > 0 ? ended.drives : only(drives, ended.drives)
  yield { changes: [], checkpoint: { ...ended, drives: known }, progress: { seen } }
}

function beginning(source: OneDriveSource): OneDriveCheckpoint {
  return { scope: scopeOf(source), fullAt: source.now().toISOString(), isFull: true, drives: {} }
}

function scopeOf({ settings, chosen }: OneDriveSource): string {
  return shortHash(JSON.stringify([settings.cloud, settings.extensions.toSorted(), chosen?.toSorted()]))
}

/** Not while something is hidden: its documents would be taken for deleted. */
function checkAge(
  source: OneDriveSource,
  { scope, fullAt, isFull, at }: OneDriveCheckpoint,
  lost: readonly string[],
): void {
  if (scope !== scopeOf(source)) throw new SourceError('checkpoint_expired', 'The settings have changed.')
  // A clock that was set back counts too.
  const isDue = Math.abs(source.now().getTime() - Date.parse(fullAt)) > compareEveryMs
  if (isDue && !isFull && at === undefined && lost.length === 0)
    throw new SourceError('checkpoint_expired', 'Everything is compared once a week.')
}

/** After a reading from the beginning, what was not met is removed: something hidden must end it. */
function lostOf(id: string, { isFull }: OneDriveCheckpoint): Change {
  if (!isFull) return lostResource(id)
  throw new SourceError(
    'source_gone',
    `${id} was deleted, or the account may not read it. Remove it from the list.`,
  )
}

/** Libraries that a chosen site no longer has. */
function* leaveOthers(
  drives: readonly Drive[],
  checkpoint: OneDriveCheckpoint,
): Generator<Batch<OneDriveCheckpoint>> {
  const known = new Set(drives.map(({ id }) => id))
  for (const [drive, { table }] of Object.entries(checkpoint.drives)) {
    if (known.has(drive)) continue
    const gone = new DriveTable(table).files()
    for (let at = 0; at < gone.length; at += 100)
      yield {
        changes: gone
          .slice(at, at + 100)
          .map(id => ({ kind: 'deleted', externalId: externalIdOf(drive, id) })),
        checkpoint,
      }
  }
}

const only = (drives: readonly Drive[], states: OneDriveCheckpoint['drives']) =>
  Object.fromEntries(Object.entries(states).filter(([drive]) => drives.some(({ id }) => id === drive)))

/** Reads files again that failed before, and looks whether chosen resources are back. */
async function* fetchItems(
  source: OneDriveSource,
  api: GraphApi,
  externalIds: string[],
): AsyncGenerator<Change> {
  const { drives, lost } = await findDrives(source, api)
  const trees = new Map(drives.map(drive => [drive.id, new DriveTree({ source, api, drive }, unread)]))
  for (const externalId of externalIds) {
    const { drive: driveId, id } = readExternalId(externalId)
    const drive = drives.find(one => one.id === driveId)
    if (drive && id !== undefined) yield* refetch(api, drive, trees.get(drive.id)!, id)
    else if (source.chosen?.includes(externalId)) yield await lookAgain(api, externalId, lost)
    // A drive that cannot be reached now is no reason to delete.
    else if (lost.length === 0 || driveId === undefined) yield { kind: 'deleted', externalId }
  }
}

async function* refetch(api: GraphApi, drive: Drive, tree: DriveTree, id: string): AsyncGenerator<Change> {
  const [change] = (await findItem(api, drive, tree, id)) ?? []
  yield change ?? { kind: 'deleted', externalId: externalIdOf(drive.id, id) }
}

/** A chosen resource that was lost. `deleted` only forgets that. */
async function lookAgain(api: GraphApi, id: string, lost: readonly string[]): Promise<Change> {
  const isLost = lost.includes(id) || !(await isThere(api, readResource(id)))
  return isLost ? lostResource(id) : { kind: 'deleted', externalId: id }
}

async function isThere(api: GraphApi, resource: ChosenResource): Promise<boolean> {
  if (resource.kind !== 'folder') return true
  const { status } = await api.ask(pathOfItem(resource.drive, resource.folder), {
    allow: [403, 404, 410, 423],
  })
  return status < 400
}
