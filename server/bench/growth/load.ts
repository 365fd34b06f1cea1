import { connect } from '../../measure/connect.ts'
import { say } from '../../measure/report.ts'
import {
  countOrganization,
  loadPlanned,
  planContainers,
  prepareSources,
} from '../organization/load-containers.ts'
import { type GrowthCell, mostChunksOfOrganization, type Scene, type Tenant } from './scene.ts'

/** A container of this size is in the first organization of each cell from the beginning. */
export const middleContainer = 10_000
/** A container that has a vector index of its own is there too, once the cell is large enough for it. */
export const largeContainer = 200_000
const largeFrom = 1_000_000

/** Both cores of a small machine. */
const connections = 2
const sayEveryChunks = 500_000

/** Chunks to add to one organization, as containers of one size each. */
export type Step = { tenant: number; chunksEach: number; containers: number }

/**
 * How a cell that has so many chunks in each of its organizations gets to `wanted` chunks. The organizations are filled one
 * after the other, with small containers.
 */
export function stepsTo(wanted: number, present: readonly Present[], chunksEach: number): Step[] {
  return present.flatMap((has, tenant) => {
    const target = Math.max(0, Math.min(wanted - tenant * mostChunksOfOrganization, mostChunksOfOrganization))
    const special = (size: number, from: number) =>
      tenant === 0 && wanted >= from && has.largest < size
        ? [{ tenant, chunksEach: size, containers: 1 }]
        : []
    const specials = [...special(middleContainer, middleContainer * 2), ...special(largeContainer, largeFrom)]
    const missing = target - has.chunks - specials.reduce((sum, step) => sum + step.chunksEach, 0)
    const containers = Math.max(0, Math.floor(missing / chunksEach))
    return [...specials, { tenant, chunksEach, containers }].filter(step => step.containers > 0)
  })
}

/** Of an organization: its chunks, and the size of its largest container. */
export type Present = { chunks: number; largest: number }

export type Loaded = { chunks: number; seconds: number }

/** Fills a cell until it has so many chunks. A cell that an interrupted run has begun to fill goes on from there. */
export async function loadCell(
  scene: Scene,
  cell: GrowthCell,
  wanted: number,
  chunksEach: number,
): Promise<Loaded> {
  const { client, tenants } = cell
  await prepareSources(client, scene)
  const present = await readPresent(cell)
  for (const { tenant, ...plan } of stepsTo(wanted, present, chunksEach))
    await planContainers(client, { ...plan, owner: tenants[tenant]!.owner })
  const started = performance.now()
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(cell.cluster.url)))
  let said = 0
  const chunks = await loadPlanned(clients, scene, loaded => {
    if (loaded - said < sayEveryChunks) return
    said = loaded
    say(`growth: ${cell.name}: ${loaded} chunks loaded`)
  })
  for (const each of clients) await each.end()
  // Only the first: the others are neighbours that nobody searches whole, so their indexes are not built.
  await countOrganization(client, (tenants[0] as Tenant).owner)
  return { chunks, seconds: (performance.now() - started) / 1_000 }
}

/** Counts what is planned too: an interrupted load goes on with it. */
async function readPresent({ client, tenants }: GrowthCell): Promise<Present[]> {
  const { rows } = await client.query<Present & { org: string }>(
    'select org, sum(chunks)::int as chunks, max(chunks) as largest from bench.containers group by org',
  )
  return tenants.map(({ owner }) => rows.find(({ org }) => org === owner.org) ?? { chunks: 0, largest: 0 })
}
