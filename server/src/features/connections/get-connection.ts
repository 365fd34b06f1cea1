import type { Organization, Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { tagsOf } from '../containers/schema.ts'
import {
  type ConnectionKey,
  type ConnectionRow,
  findConnection,
  listConnections,
} from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { countFailures, countItems } from './item-store.ts'
import { findConnector } from './open-source.ts'
import { findLastRuns, type RunRow } from './run-store.ts'
import { contractProviders, type OfProviderBody } from './schema.ts'

/** A connection with what a list shows of it. */
export type ShownConnection = {
  row: ConnectionRow
  lastRun: RunRow | undefined
  documents: number
  failures: number
  /** Whether its provider may send events. */
  takesEvents: boolean
}

type App = Pick<ConnectionsApp, 'cells'>

/** Runs `work` in the cell that holds the organization's connections. */
export const atHome = <T>(
  { cells }: App,
  { id: org, homeShard }: Organization,
  work: (db: Db, place: { shard: number; org: string }) => Promise<T>,
): Promise<T> => inScope(cells.of(homeShard), { org }, db => work(db, { shard: homeShard, org }))

/** The key of a connection by its id on the wire. Undefined for text that is no id. */
export function keyOf({ id: org, homeShard: shard }: Organization, text: string): ConnectionKey | undefined {
  const id = decodeId(text)
  return id === undefined ? undefined : { shard, org, id }
}

/** The connection with this id. */
export async function getConnection(
  app: App,
  organization: Organization,
  id: string,
): Promise<ConnectionRow> {
  const key = keyOf(organization, id)
  const row = key && (await atHome(app, organization, db => findConnection(db, key)))
  if (!row) throw new AppError('connection.not_found')
  return row
}

/** Refuses the name of a provider where an id is needed, and says so. */
export async function refuseProvider(app: ConnectionsApp, text: string): Promise<void> {
  if (contractProviders.some(name => name === text)) await findConnector(app, text)
}

export async function showConnection(
  app: ConnectionsApp,
  organization: Organization,
  row: ConnectionRow,
): Promise<ShownConnection> {
  const [shown] = await show(app, organization, [row])
  return shown!
}

export async function show(
  app: ConnectionsApp,
  organization: Organization,
  rows: readonly ConnectionRow[],
): Promise<ShownConnection[]> {
  const withEvents = await findWithEvents(app, rows)
  return atHome(app, organization, async (db, place) => {
    const runs = await findLastRuns(
      db,
      place,
      rows.map(({ id }) => id),
    )
    const failures = await countFailures(db, place)
    const shown: ShownConnection[] = []
    for (const row of rows)
      shown.push({
        row,
        lastRun: runs.find(({ connection }) => connection === row.id),
        documents: await countItems(db, row),
        failures: failures.get(row.id) ?? 0,
        takesEvents: withEvents.has(row.provider),
      })
    return shown
  })
}

/** Those providers of the connections that send events. One whose connector was removed sends none. */
async function findWithEvents(
  { sources }: ConnectionsApp,
  rows: readonly ConnectionRow[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const provider of new Set(rows.map(row => row.provider)))
    if ((await sources.connectors.find(provider))?.webhook) found.add(provider)
  return found
}

/** The connections to a provider, of the containers that the body names. */
export async function findOfProvider(
  app: ConnectionsApp,
  { organization }: Principal,
  provider: string,
  body: OfProviderBody,
): Promise<ConnectionRow[]> {
  await findConnector(app, provider)
  const tags = tagsOf(body)
  const filter = { provider, ...(tags.length > 0 && { containerTags: tags }) }
  return atHome(app, organization, (db, place) => listConnections(db, place, filter))
}
