import type { Connection, SyncRun } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { syncErrorHelp } from '../../platform/sync-error-help.ts'
import { printRows } from './print-rows.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'

export async function listConnectionsCommand(config: Config, options: RemoteOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const found = await reverie.connections.list(options.tag ? { containerTag: options.tag } : {})
    if (options.json) return console.log(JSON.stringify(found, null, 2))
    if (found.length === 0 && process.stdout.isTTY)
      return console.log('There are no connections. See "reverie connections providers".')
    printRows(found.map(toRow), { paint: { state: coloured } })
  })
}

const toRow = (connection: Connection) => ({
  id: connection.id,
  state: stateOf(connection),
  provider: connection.provider,
  container: connection.containerTags?.[0] ?? '',
  documents: String(connection.documentCount),
  failed: String(connection.failureCount),
  last: minuteOf(connection.lastSyncRun?.startedAt),
  next: minuteOf(connection.nextRunAt),
  account: connection.email ?? '',
})

const minuteOf = (time: string | null | undefined) => time?.slice(0, 16).replace('T', ' ') ?? '-'

/** One word for scripts: `up_to_date`, `importing`, `starting`, `failed`, `paused` or `needs_authorization`. */
function stateOf({ state, lastSyncRun, isRunWaiting }: Connection): string {
  if (state !== 'active') return state
  if (lastSyncRun?.status === 'running') return 'importing'
  if (isRunWaiting || !lastSyncRun) return 'starting'
  return lastSyncRun.status === 'failed' ? 'failed' : 'up_to_date'
}

function coloured(state: string): string {
  if (state === 'up_to_date') return style.good(state)
  return state === 'failed' || state === 'needs_authorization' ? style.bad(state) : style.waiting(state)
}

const fewRuns = 5

export async function showConnectionCommand(
  config: Config,
  id: string,
  options: RemoteOptions & { limit?: number },
): Promise<void> {
  await withServer(config, options, async ({ connections }) => {
    const [connection, runs] = await Promise.all([
      connections.get(id),
      connections.runs(id, { limit: options.limit ?? fewRuns }),
    ])
    if (options.json) return console.log(JSON.stringify({ connection, runs }, null, 2))
    const { provider, email, containerTags, documentCount, failureCount, nextRunAt, eventsUrl } = connection
    console.log(style.bold(printable(email ?? provider)))
    console.log(`  ${id}  ${coloured(stateOf(connection))}  ${provider}, into ${containerTags?.[0] ?? ''}`)
    console.log(`  ${documentCount} documents, ${failureCount} items failed, next run ${minuteOf(nextRunAt)}`)
    if (eventsUrl !== null) console.log(`  events to ${eventsUrl}`)
    for (const run of runs) console.log(`  ${lineOf(run)}`)
    const [latest] = runs
    if (latest?.status === 'failed')
      console.log(`  ${style.waiting('What to do:')} ${remedyFor(latest.error)}`)
  })
}

/** A run in a line: when, how it ended, and what it did. */
export function lineOf(run: SyncRun): string {
  const status = { running: run.status, completed: style.good(run.status), failed: style.bad(run.status) }
  const counts = `${run.itemsProcessed} changed, ${run.itemsDeleted} deleted, ${run.itemsFailed} failed, ${run.itemsUnchanged} unchanged`
  const error = run.error ? `  ${style.bad(run.error)} ${printable(run.errorMessage ?? '')}` : ''
  return `${minuteOf(run.startedAt)}  ${status[run.status]}  ${counts}${error}`
}

const remedyFor = (code: string | null): string =>
  (syncErrorHelp as Record<string, { remedy: string }>)[code ?? '']?.remedy ??
  'Look at the log of the worker.'

export async function pauseConnectionCommand(
  config: Config,
  id: string,
  { paused, ...options }: RemoteOptions & { paused: boolean },
): Promise<void> {
  await withServer(config, options, async ({ connections }) => {
    await connections.update(id, { paused })
    console.log(paused ? 'Paused. Nothing is imported until you resume it.' : 'Resumed.')
  })
}

const fewFailures = 20

export async function listFailuresCommand(
  config: Config,
  id: string,
  options: RemoteOptions & { limit?: number },
): Promise<void> {
  await withServer(config, options, async ({ connections }) => {
    const { failures, next } = await connections.failures(id, { limit: options.limit ?? fewFailures })
    if (options.json) return console.log(JSON.stringify(failures, null, 2))
    if (failures.length === 0 && process.stdout.isTTY) return console.log('Every item could be read.')
    const rows = failures.map(({ externalId, code, attempts, lastAt, message }) => ({
      ...{ item: externalId, code, attempts: String(attempts), last: minuteOf(lastAt), message },
    }))
    printRows(rows, { paint: { code: style.bad } })
    if (next !== null && process.stdout.isTTY) console.log('There are more: raise --limit.')
  })
}

export async function retryFailuresCommand(
  config: Config,
  id: string,
  items: readonly string[],
  options: RemoteOptions,
): Promise<void> {
  await withServer(config, options, async ({ connections }) => {
    const retried = await connections.retryFailures(id, items.length > 0 ? [...items] : undefined)
    if (options.json) return console.log(JSON.stringify({ retried }, null, 2))
    console.log(retried === 1 ? '1 item is read again' : `${retried} items are read again`)
  })
}

export async function deleteConnectionCommand(
  config: Config,
  id: string,
  { keepDocuments = false, ...options }: RemoteOptions & { keepDocuments?: boolean },
): Promise<void> {
  await withServer(config, options, async ({ connections }) => {
    await connections.delete(id, { deleteDocuments: !keepDocuments })
    const rest = keepDocuments ? 'Its documents stay.' : 'Its documents are deleted in the background.'
    console.log(`Deleted ${printable(id)}. ${rest}`)
  })
}
