import { z } from 'zod'
import { SourceError } from '../connector.ts'
import { type GraphApi, isHidden, parse } from './graph.ts'
import type { OneDriveSource } from './settings.ts'

/** A drive that is read: whole, or the folders with these ids. */
export type Drive = {
  id: string
  name: string
  site: string | undefined
  folders: ReadonlySet<string> | 'all'
}

export const driveJson = z.object({ id: z.string(), name: z.string().nullish() })
export const siteJson = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  name: z.string().nullish(),
  webUrl: z.string().nullish(),
})
export type SiteJson = z.infer<typeof siteJson>

export const titleOf = ({ displayName, name, id }: SiteJson): string => displayName || name || id
export const nameOf = ({ name, id }: z.infer<typeof driveJson>): string => name || id

export const driveResource = (drive: string): string => `drive:${drive}`
export const siteResource = (site: string): string => `site:${site}`
export const folderResource = (drive: string, folder: string): string => `folder:${drive}/${folder}`

export type ChosenResource =
  | { kind: 'drive'; drive: string }
  | { kind: 'site'; site: string }
  | { kind: 'folder'; drive: string; folder: string }

/** Reads the id of a resource that a person has chosen. */
export function readResource(id: string): ChosenResource {
  const [, kind, first = '', second] = /^(drive|site|folder):([^/]+)(?:\/([^/]+))?$/.exec(id) ?? []
  if (kind === 'drive' && second === undefined) return { kind, drive: first }
  if (kind === 'site' && second === undefined) return { kind, site: first }
  if (kind === 'folder' && second !== undefined) return { kind, drive: first, folder: second }
  throw new SourceError('settings_invalid', `${id} is no drive, site or folder. Choose from the list again.`)
}

/** The drives to read, in the order of their ids. `lost`: what was chosen and is deleted by now, or hidden from the account. */
export async function findDrives(
  source: OneDriveSource,
  api: GraphApi,
): Promise<{ drives: Drive[]; lost: string[] }> {
  const drives = new Map<string, Drive>()
  const lost: string[] = []
  if (source.chosen === undefined) await addDrive(api, drives, '/me/drive', undefined)
  for (const id of source.chosen ?? []) {
    try {
      await addResource(api, drives, readResource(id))
    } catch (error) {
      if (!isHidden(error)) throw error
      lost.push(id)
    }
  }
  return { drives: [...drives.values()].sort((one, other) => (one.id < other.id ? -1 : 1)), lost }
}

async function addResource(
  api: GraphApi,
  drives: Map<string, Drive>,
  resource: ChosenResource,
): Promise<void> {
  if (resource.kind === 'site') return addSite(api, drives, resource.site)
  const known = drives.get(resource.drive)
  const folder = resource.kind === 'folder' ? resource.folder : undefined
  if (known) drives.set(known.id, widened(known, folder))
  else await addDrive(api, drives, `/drives/${encodeURIComponent(resource.drive)}`, folder)
}

async function addDrive(
  api: GraphApi,
  drives: Map<string, Drive>,
  path: string,
  folder: string | undefined,
): Promise<void> {
  const drive = parse(driveJson, (await api.ask(path)).body)
  const folders = folder === undefined ? 'all' : new Set([folder])
  drives.set(drive.id, { id: drive.id, name: nameOf(drive), site: undefined, folders })
}

async function addSite(api: GraphApi, drives: Map<string, Drive>, id: string): Promise<void> {
  const site = parse(siteJson, (await api.ask(sitePath(id))).body)
  for await (const page of api.list(`${sitePath(id)}/drives`, driveJson))
    for (const drive of page)
      drives.set(drive.id, { id: drive.id, name: nameOf(drive), site: titleOf(site), folders: 'all' })
}

/** The id of a site holds commas, which Graph wants as they are. */
export const sitePath = (id: string): string => `/sites/${id.split(',').map(encodeURIComponent).join(',')}`

const widened = (drive: Drive, folder: string | undefined): Drive => ({
  ...drive,
  folders: folder === undefined || drive.folders === 'all' ? 'all' : new Set([...drive.folders, folder]),
})
