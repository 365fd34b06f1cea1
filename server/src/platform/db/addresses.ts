import type { Config } from '../config.ts'
import { type Addresses, type CellAddress, cellAddresses } from './cells.ts'

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
