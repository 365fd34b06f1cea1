import { openLogins } from '../../../app/open-logins.ts'
import { listOrganizations } from '../../../features/keys/store.ts'
import type { Config } from '../../../platform/config.ts'
import { directoryOf, reachOf } from '../../../platform/db/addresses.ts'
import { closePool, openPool } from '../../../platform/db/pool.ts'
import { type Source, unscoped } from '../../../platform/db/tx.ts'
import { type BusyOrganization, listBusyOrganizations } from '../../../platform/lanes/busy-organizations.ts'
import { settleWithin } from '../../../platform/lib/settle-within.ts'

/** `name` is the slug, or the id of an organization that has been created meanwhile. */
export type OrganizationBacklog = Omit<BusyOrganization, 'org'> & { name: string }

/** Undefined while the databases cannot be read from this machine. */
export type OrganizationReader = {
  read(): Promise<OrganizationBacklog[] | undefined>
  close(): Promise<void>
}

const mostShown = 50
const readWithinMs = 3_000

/**
 * Reads from the databases, because metrics name no organization. Only the maintenance role sees all of them, so this needs
 * DATABASE_URL, as `reverie doctor` does.
 */
export async function openOrganizationReader(config: Config): Promise<OrganizationReader> {
  const logins = await openLogins(config)
  const name = 'reverie top'
  const directory = openPool({ ...reachOf(directoryOf(logins)), role: 'reverie_app', max: 1, name })
  const cells = logins.cells.map(login => ({
    name: login.name,
    pool: openPool({ ...reachOf(login), role: 'reverie_maintenance', max: 1, name }),
  }))
  const names = new OrganizationNames({ name: 'directory', pool: directory })
  const read = () => readAll(names, cells)
  return {
    async read() {
      let found: OrganizationBacklog[] | undefined
      const reading = read().then(organizations => {
        found = organizations
      })
      await settleWithin(reading, readWithinMs)
      return found
    },
    async close() {
      await Promise.all([directory, ...cells.map(({ pool }) => pool)].map(pool => closePool(pool, 1_000)))
    },
  }
}

/** Reads the names again only when an organization appears that it does not know. */
class OrganizationNames {
  readonly #directory: Source
  #slugs = new Map<string, string>()

  constructor(directory: Source) {
    this.#directory = directory
  }

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (!ids.every(id => this.#slugs.has(id))) {
      const organizations = await unscoped(this.#directory, listOrganizations)
      this.#slugs = new Map(organizations.map(({ id, slug }) => [id, slug]))
    }
    return this.#slugs
  }
}

async function readAll(names: OrganizationNames, cells: readonly Source[]): Promise<OrganizationBacklog[]> {
  const parts = await Promise.all(
    cells.map(cell => unscoped(cell, db => listBusyOrganizations(db, mostShown))),
  )
  const byOrganization = Map.groupBy(parts.flat(), ({ org }) => org)
  const slugs = await names.of([...byOrganization.keys()])
  return [...byOrganization]
    .map(([org, inCells]) => ({
      name: slugs.get(org) ?? org,
      due: inCells.reduce((sum, { due }) => sum + due, 0),
      dreaming: inCells.reduce((sum, { dreaming }) => sum + dreaming, 0),
      oldestSeconds: Math.max(...inCells.map(({ oldestSeconds }) => oldestSeconds)),
    }))
    .sort((a, b) => b.due + b.dreaming - (a.due + a.dreaming))
    .slice(0, mostShown)
}
