import type { Organization } from '../../platform/access/principal.ts'
import { readInScope, unscoped } from '../../platform/db/tx.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import type { AnalyticsCells } from './name-keys.ts'
import {
  type Latency,
  type LoggedRequest,
  type RequestCursor,
  selectRequests,
  sumLatency,
} from './request-log-store.ts'
import type { LatencyQuery, RequestsQuery } from './request-schema.ts'
import { findKeyNames } from './store.ts'

/** Requests that one page looks at. */
const mostSeen = 20_000
/** Requests that percentiles are computed of. */
const mostEvaluated = 100_000

export type RequestPage = { rows: (LoggedRequest & { keyName: string })[]; next: RequestCursor | undefined }

/** A page of the request log of an organization, the latest first. */
export async function listRequests(
  cells: AnalyticsCells,
  organization: Organization,
  query: RequestsQuery,
): Promise<RequestPage> {
  const { limit, operation, keyId } = query
  const owner = { shard: organization.homeShard, org: organization.id }
  const filter = { operation, keyId, status: statusRange(query.status) }
  const page = { before: readCursor(query.before), take: limit + 1, most: mostSeen }
  const { rows, last } = await readInScope(cells.of(owner.shard), { org: owner.org }, db =>
    selectRequests(db, owner, rangeOf(query), filter, page),
  )
  const shown = rows.slice(0, limit)
  const ids = [...new Set(shown.map(row => row.keyId))]
  const names = await unscoped(cells.directory, db => findKeyNames(db, owner.org, ids))
  return {
    rows: shown.map(row => ({ ...row, keyName: names.get(row.keyId) ?? row.keyId })),
    next: rows.length > limit ? shown.at(-1) : last,
  }
}

/** Percentiles of durations by operation, of the last 24 hours unless the query says otherwise. */
export async function readLatency(
  cells: AnalyticsCells,
  organization: Organization,
  query: LatencyQuery,
): Promise<{ operations: Latency[]; isComplete: boolean }> {
  const owner = { shard: organization.homeShard, org: organization.id }
  const { to = new Date() } = query
  const range = { from: query.from ?? new Date(to.getTime() - dayMs), to }
  const operations = await readInScope(cells.of(owner.shard), { org: owner.org }, db =>
    sumLatency(db, owner, range, mostEvaluated),
  )
  return { operations, isComplete: operations.reduce((sum, { count }) => sum + count, 0) < mostEvaluated }
}

const rangeOf = ({ from, to }: Pick<RequestsQuery, 'from' | 'to'>) => ({
  from: from ?? new Date(0),
  to: to ?? new Date(8.64e15 / 1_000),
})

function statusRange(status: string | undefined): [number, number] | undefined {
  if (status === undefined) return undefined
  if (!status.endsWith('xx')) return [Number(status), Number(status)]
  const first = Number(status[0]) * 100
  return [first, first + 99]
}

/** The position after a request, as text that callers hand back. */
export const writeCursor = ({ at, id }: RequestCursor): string =>
  Buffer.from(`${at.getTime()} ${id}`).toString('base64url')

/** A cursor that we did not write starts at the beginning of the log, which has nothing before it. */
function readCursor(text: string | undefined): RequestCursor | undefined {
  if (text === undefined) return undefined
  const [ms, id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const isOurs = /^\d{1,15}$/.test(ms ?? '') && /^[0-9a-f-]{36}$/.test(id)
  return isOurs
    ? { at: new Date(Number(ms)), id }
    : { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
}
