import type { Connection } from '@reverie/sdk'

/** While something runs or is about to. */
const busyMs = 2_000
/** Events of providers start runs at any time. */
const longestMs = 30_000
const shortestMs = 3_000

/** A run that was paused keeps its status, and goes on once it is resumed. */
export const isRunning = ({ state, lastSyncRun }: Connection): boolean =>
  state === 'active' && lastSyncRun?.status === 'running'

/** Whether a run begins in a moment: somebody asked for it, or the connection is new. */
export const isStarting = (connection: Connection): boolean =>
  connection.state === 'active' && !isRunning(connection) && connection.isRunWaiting

/** The time until something may have changed: soon while a run is under way, and else when the next one is planned. */
export function paceMs(connections: readonly Connection[] = [], now = Date.now()): number {
  if (connections.some(each => isRunning(each) || isStarting(each))) return busyMs
  const next = connections.flatMap(({ nextRunAt }) => (nextRunAt ? [Date.parse(nextRunAt) - now] : []))
  return Math.min(longestMs, Math.max(shortestMs, ...(next.length > 0 ? [Math.min(...next)] : [longestMs])))
}
