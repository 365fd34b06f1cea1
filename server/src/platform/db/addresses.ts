import type { Config } from '../config.ts'

/**
 * `ownerUrl` is the owner of the tables, when it is not the login that serves requests. `directUrl` is set when `url`
 * leads to a pooler in transaction mode: the same database, past the pooler.
 */
export type CellAddress = {
  name: string
  url: string
  ownerUrl?: string | undefined
  directUrl?: string | undefined
  /** Whether that pooler keeps prepared statements. */
  poolerPrepares?: boolean | undefined
  /** A hot standby of the cell. */
  replicaUrl?: string | undefined
}

/** Every database of an installation. Without a `directory` of its own, the first cell holds it. */
export type Addresses = { cells: readonly CellAddress[]; directory?: CellAddress | undefined }

/** The address of the database that holds the directory. */
export function directoryOf({ cells: [first], directory = first }: Addresses): CellAddress {
  if (!directory) throw new Error('There is no cell')
  return directory
}

/** How a pool connects to a database. */
export const reachOf = ({ url, directUrl, poolerPrepares }: CellAddress) => ({
  url,
  directUrl,
  poolerPrepares,
})

/** Where migrations and index builds connect. */
export const ownerUrlOf = ({ url, ownerUrl, directUrl }: CellAddress): string => ownerUrl ?? directUrl ?? url

/** The first cell is DATABASE_URL, called `main`; CELL_URLS adds others by name. */
export function cellAddresses(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'CELL_URLS' | 'CELL_OWNER_URLS'> &
    Partial<Pick<Config, 'DATABASE_DIRECT_URL' | 'CELL_DIRECT_URLS' | 'POOLER_PREPARES' | 'REPLICA_URLS'>>,
): CellAddress[] {
  const direct = new Map(readNamed('CELL_DIRECT_URLS', config.CELL_DIRECT_URLS ?? ''))
  const owners = new Map(readNamed('CELL_OWNER_URLS', config.CELL_OWNER_URLS))
  const replicas = new Map(readNamed('REPLICA_URLS', config.REPLICA_URLS ?? ''))
  const further = readNamed('CELL_URLS', config.CELL_URLS).map(([name, url]) => ({
    name,
    url,
    ownerUrl: owners.get(name),
    directUrl: direct.get(name),
    poolerPrepares: config.POOLER_PREPARES,
  }))
  const main = {
    name: 'main',
    url: config.DATABASE_URL,
    ownerUrl: config.DATABASE_OWNER_URL || undefined,
    directUrl: config.DATABASE_DIRECT_URL || undefined,
    poolerPrepares: config.POOLER_PREPARES,
  }
  return [main, ...further].map(cell => ({ ...cell, replicaUrl: replicas.get(cell.name) }))
}

function readNamed(setting: string, value: string): [name: string, url: string][] {
  return value
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
    .map(entry => {
      const cut = entry.indexOf('=')
      if (cut < 1) throw new Error(`${setting}: "${entry}" is not of the form name=url`)
      return [entry.slice(0, cut), entry.slice(cut + 1)]
    })
}

type Settings = Parameters<typeof cellAddresses>[0] &
  Partial<Pick<Config, 'DIRECTORY_URL' | 'DIRECTORY_OWNER_URL' | 'DIRECTORY_DIRECT_URL'>>

export function addressesOf(config: Settings): Addresses {
  return { cells: cellAddresses(config), directory: directoryApart(config) }
}

/** A directory at the address of the first cell is not apart. */
function directoryApart(settings: Settings): CellAddress | undefined {
  const { DATABASE_URL, DIRECTORY_URL: url, DIRECTORY_OWNER_URL, DIRECTORY_DIRECT_URL } = settings
  if (!url || url === DATABASE_URL) return undefined
  return {
    name: 'directory',
    url,
    ownerUrl: DIRECTORY_OWNER_URL || undefined,
    directUrl: DIRECTORY_DIRECT_URL || undefined,
    poolerPrepares: settings.POOLER_PREPARES,
  }
}

/** Every database once, a directory of its own first: without it, no process starts. */
export const allOf = ({ cells, directory }: Addresses): CellAddress[] =>
  directory ? [directory, ...cells] : [...cells]

/** The name of a database in messages. */
export const labelOf = ({ name }: Pick<CellAddress, 'name'>): string =>
  name === 'directory' ? 'directory' : `cell ${name}`

/** The setting with the address of a database. */
export function settingOf({ name }: Pick<CellAddress, 'name'>): string {
  if (name === 'directory') return 'DIRECTORY_URL'
  return name === 'main' ? 'DATABASE_URL' : 'CELL_URLS'
}

/** The setting with its address past a pooler. */
export function directSettingOf({ name }: Pick<CellAddress, 'name'>): string {
  if (name === 'directory') return 'DIRECTORY_DIRECT_URL'
  return name === 'main' ? 'DATABASE_DIRECT_URL' : 'CELL_DIRECT_URLS'
}

/** The setting with its owner. */
export function ownerSettingOf({ name }: Pick<CellAddress, 'name'>): string {
  if (name === 'directory') return 'DIRECTORY_OWNER_URL'
  return name === 'main' ? 'DATABASE_OWNER_URL' : 'CELL_OWNER_URLS'
}
