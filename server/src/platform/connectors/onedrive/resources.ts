import { z } from 'zod'
import type { Resource, ResourcePage, Resources } from '../connector.ts'
import { type GraphApi, GraphError } from './graph.ts'
import {
  driveJson,
  driveResource,
  folderResource,
  nameOf,
  readResource,
  type SiteJson,
  siteJson,
  sitePath,
  siteResource,
  titleOf,
} from './targets.ts'
import { pathOfItem } from './to-change.ts'

const childJson = z.object({
  id: z.string(),
  name: z.string().nullish(),
  folder: z.looseObject({ childCount: z.number().nullish() }).nullish(),
})

/** Pages of Graph cannot be numbered, so a page of ours is found by counting from the first one, up to here. */
const mostListed = 5_000

/** Drives and sites at the top; in a site its libraries and subsites; in a drive or folder its folders. */
export async function listResources(
  api: GraphApi,
  { page, perPage, parent }: ResourcePage,
): Promise<Resources> {
  const start = (page - 1) * perPage
  const found = new Map<string, Resource>()
  let isWhole = true
  for await (const one of parent === undefined ? listTop(api) : listBelow(api, parent)) {
    if (!found.has(one.id)) found.set(one.id, one)
    isWhole = found.size < Math.min(start + perPage + 1, mostListed)
    if (!isWhole) break
  }
  const resources = [...found.values()].slice(start, start + perPage)
  return { resources, ...(isWhole && { total: found.size }) }
}

async function* listTop(api: GraphApi): AsyncGenerator<Resource> {
  yield* unlessRefused(api.list('/me/drives', driveJson), toDrive)
  yield* unlessRefused(api.list('/me/followedSites', siteJson), toSite)
  yield* unlessRefused(api.list('/sites?search=*', siteJson), toSite)
}

/** Personal accounts have no sites, some tenants forbid to search them, and some people have no OneDrive. */
async function* unlessRefused<T>(
  pages: AsyncGenerator<T[]>,
  toResource: (one: T) => Resource,
): AsyncGenerator<Resource> {
  try {
    for await (const page of pages) yield* page.map(toResource)
  } catch (error) {
    const isRefused = error instanceof GraphError && [400, 403, 404, 501].includes(error.status)
    if (!isRefused) throw error
  }
}

async function* listBelow(api: GraphApi, parent: string): AsyncGenerator<Resource> {
  const resource = readResource(parent)
  if (resource.kind === 'site') {
    const path = sitePath(resource.site)
    for await (const drives of api.list(`${path}/drives`, driveJson)) yield* drives.map(toDrive)
    yield* unlessRefused(api.list(`${path}/sites`, siteJson), toSite)
    return
  }
  const { drive } = resource
  const path =
    resource.kind === 'drive'
      ? `/drives/${encodeURIComponent(drive)}/root`
      : pathOfItem(drive, resource.folder)
  for await (const children of api.list(`${path}/children?$select=id,name,folder&$top=200`, childJson))
    for (const { id, name, folder } of children)
      if (folder)
        yield { id: folderResource(drive, id), name: name ?? id, hasChildren: folder.childCount !== 0 }
}

const toDrive = (drive: z.infer<typeof driveJson>): Resource => ({
  id: driveResource(drive.id),
  name: nameOf(drive),
  hasChildren: true,
  details: { kind: 'drive' },
})

const toSite = (site: SiteJson): Resource => ({
  id: siteResource(site.id),
  name: titleOf(site),
  hasChildren: true,
  details: { kind: 'site', url: site.webUrl ?? null },
})
