import type { Connection, Connector, SyncRun } from '@reverie/sdk'
import { isRunning, isStarting } from '../../data/connection-state.ts'
import type { ConnectionsView } from '../../data/view.ts'
import { counted, figure } from '../../parts/numbers.ts'
import type { State } from '../../parts/state.tsx'

/** The account or place at the source, else the provider says enough. */
export const placeOf = ({ email }: Connection): string | undefined => email

export const containerOf = ({ containerTags }: Connection): string => containerTags?.[0] ?? ''

export function stateOf(connection: Connection): { state: State; label: string } {
  const { state, lastSyncRun } = connection
  if (state === 'needs_authorization')
    return lastSyncRun
      ? { state: 'failed', label: 'Not authorized' }
      : { state: 'waiting', label: 'Not authorized yet' }
  if (isRunning(connection)) return { state: 'running', label: 'Importing' }
  if (state === 'paused') return { state: 'ahead', label: 'Paused' }
  if (isStarting(connection)) return { state: 'waiting', label: 'Starting' }
  if (lastSyncRun?.status === 'failed') return { state: 'failed', label: 'Failed' }
  return lastSyncRun
    ? { state: 'done', label: 'Up to date' }
    : { state: 'waiting', label: 'Not imported yet' }
}

/** Whether a person must do something, or a run failed. */
export const needsAttention = ({ state, lastSyncRun }: Connection): boolean =>
  state === 'needs_authorization' || (state === 'active' && lastSyncRun?.status === 'failed')

const matches: Record<NonNullable<ConnectionsView['state']>, (connection: Connection) => boolean> = {
  running: connection => isRunning(connection) || isStarting(connection),
  attention: needsAttention,
  paused: ({ state }) => state === 'paused',
}

export const isIn = (state: ConnectionsView['state'], connection: Connection): boolean =>
  state === undefined || matches[state](connection)

/** When the next run begins: a time, or the reason why there is none. */
export function nextRunOf(connection: Connection, now = Date.now()): { at: string } | { words: string } {
  const { state, nextRunAt } = connection
  if (state === 'needs_authorization') return { words: 'once authorized' }
  if (state === 'paused') return { words: 'once resumed' }
  if (isRunning(connection)) return { words: 'under way' }
  if (isStarting(connection)) return { words: 'now' }
  if (nextRunAt === null) return { words: 'when asked' }
  return Date.parse(nextRunAt) > now ? { at: nextRunAt } : { words: 'now' }
}

const spans = [
  [10_080, 'week'],
  [1_440, 'day'],
  [60, 'hour'],
] as const

/** "every 10 minutes", "every day". */
export function everyWords(minutes: number): string {
  if (minutes === 0) return 'only when asked'
  const [size, unit] = spans.find(([size]) => minutes % size === 0) ?? [1, 'minute']
  const count = minutes / size
  return count === 1 ? `every ${unit}` : `every ${figure(count)} ${unit}s`
}

const triggers: Record<SyncRun['triggerType'], string> = {
  cron: 'by schedule',
  manual: 'by hand',
  event: 'by an event',
}
export const triggerWords = ({ triggerType }: SyncRun): string => triggers[triggerType]

const runLooks: Record<SyncRun['status'], { state: State; label: string }> = {
  running: { state: 'running', label: 'Importing' },
  completed: { state: 'done', label: 'Done' },
  failed: { state: 'failed', label: 'Failed' },
}

/** A run stays as it is while its connection is paused. */
export function lookOfRun({ status }: SyncRun, { state }: Connection): { state: State; label: string } {
  return status === 'running' && state === 'paused' ? { state: 'ahead', label: 'Paused' } : runLooks[status]
}

/** What a run did: "12 added or changed · 3 deleted · 1 failed". */
export function countWords(run: SyncRun): string {
  const counts = [
    [run.itemsProcessed, 'added or changed'],
    [run.itemsDeleted, 'deleted'],
    [run.itemsFailed, 'failed'],
    [run.itemsSkipped, 'beyond the limit'],
    [run.itemsUnchanged, 'unchanged'],
  ] as const
  const words = counts.filter(([count]) => count > 0).map(([count, what]) => `${figure(count)} ${what}`)
  if (words.length > 0) return words.join(' · ')
  return run.status === 'completed' ? 'nothing had changed' : ''
}

/** How far a run is, in words: "340 of 1,200 items". Undefined while the source has said nothing. */
export function progressWords({ progress }: SyncRun): string | undefined {
  if (!progress) return undefined
  const { seen, total } = progress
  return total === null ? counted(seen, 'item') : `${figure(seen)} of ${counted(total, 'item')}`
}

export const credentialWords: Record<Connector['credentials'], string> = {
  none: 'No account needed',
  secret: 'Key or password',
  oauth: 'Sign-in at the provider',
}

/** What came of an authorization that a provider refused or that failed, for a person. */
export function authorizationWords(error: string): string {
  if (error === 'access_denied') return 'The provider says that access was not granted.'
  if (error === 'auth_failed') return 'The provider sent no authorization. Try it again.'
  return 'The authorization did not work.'
}
