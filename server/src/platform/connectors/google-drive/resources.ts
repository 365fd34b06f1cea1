import type { Resource, ResourcePage, Resources } from '../connector.ts'
import { DriveApi, type DriveFile } from './drive-api.ts'
import type { DriveSource } from './settings.ts'

/** Nobody turns further than this. */
const mostListed = 20_000

/** My Drive, the shared drives and folders that others share; below each the folders in it. */
export async function listResources(
  source: DriveSource,
  { page, perPage, parent }: ResourcePage,
): Promise<Resources> {
  const api = new DriveApi(source)
  const start = (page - 1) * perPage
  if (parent === undefined) return { resources: await listTop(api, start, start + perPage) }
  const { driveId } = await api.file(parent)
  return { resources: await listFolders(api, { parent, driveId }, start, start + perPage) }
}

async function listTop(api: DriveApi, start: number, end: number): Promise<Resource[]> {
  const [root, drives] = [await api.file('root'), await api.drives()]
  const top = [
    toResource(root.id, root.name, 'my_drive'),
    ...drives.map(({ id, name }) => toResource(id, name, 'shared_drive')),
  ]
  const shown = top.slice(start, end)
  if (end <= top.length) return shown
  const from = Math.max(0, start - top.length)
  return [...shown, ...(await listFolders(api, {}, from, end - top.length))]
}

type Place = { parent?: string; driveId?: string | undefined }

/** Google's pages have no numbers, so those before are read too: a thousand folders each. */
async function listFolders(
  api: DriveApi,
  { parent, driveId }: Place,
  start: number,
  end: number,
): Promise<Resource[]> {
  const files: DriveFile[] = []
  for (let page: string | undefined; files.length < Math.min(end, mostListed); ) {
    const found = await api.folders(parent, page, driveId)
    files.push(...found.files)
    page = found.nextPageToken
    if (page === undefined) break
  }
  return files.slice(start, end).map(({ id, name }) => toResource(id, name, 'folder'))
}

const toResource = (id: string, name: string, kind: string): Resource => ({
  id,
  name,
  hasChildren: true,
  details: { kind },
})
