import { connect } from '../../measure/connect.ts'
import { say } from '../../measure/report.ts'
import { countOrganizations, loadPlanned, planContainers } from '../organization/load-containers.ts'
import { prepareSources } from '../organization/load-sources.ts'
import { type GrowthCell, mostChunksOf, type Scene } from './scene.ts'
import { dropOrganizationIndexes } from './upkeep.ts'

/** A container of this size is in the first organization of each cell from the beginning. */
export const middleContainer = 10_000
/** A container that has a vector index of its own is there too, once the cell is large enough for it. */
export const largeContainer = 200_000
const largeFrom = 1_000_000

/** Both cores of a small machine. */
const connections = 2
const sayEverySeconds = 15

/** Chunks to add to one organization, as containers of one size each. */
export type Step = { organization: number; chunksEach: number; containers: number }

/**
 * How a cell that has so many chunks in each of its organizations gets to `wanted` chunks. The organizations are filled one
 * after the other, with small containers.
 */
export function stepsTo(wanted: number, present: readonly Present[], chunksEach: number): Step[] {
  let before = 0
  return present.flatMap((has, organization) => {
    const target = Math.max(0, Math.min(wanted - before, mostChunksOf(organization)))
    before += mostChunksOf(organization)
    const special = (size: number, from: number) =>
      organization === 0 && wanted >= from && has.largest < size
        ? [{ organization, chunksEach: size, containers: 1 }]
        : []
    const specials = [...special(middleContainer, middleContainer * 2), ...special(largeContainer, largeFrom)]
    const missing = target - has.chunks - specials.reduce((sum, step) => sum + step.chunksEach, 0)
    const containers = Math.max(0, Math.floor(missing / chunksEach))
    return [...specials, { organization, chunksEach, containers }].filter(step => step.containers > 0)
  })
}

/** Chunks of an organization, and of its largest container. */
export type Present = { chunks: number; largest: number }

export type LoadFigures = { chunks: number; seconds: number }

/** Fills a cell until it has so many chunks. A cell that an interrupted run has begun to fill goes on from there. */
export async function loadCell(
  scene: Scene,
  cell: GrowthCell,
  wanted: number,
  chunksEach: number,
): Promise<LoadFigures> {
  const { client, organizations } = cell
  if (chunksEach % 10 !== 0) throw new Error('A container has a whole number of documents of ten chunks')
  await prepareSources(client, scene)
  const steps = stepsTo(wanted, await readPresent(cell), chunksEach)
  if (steps.some(({ organization }) => organization === 0)) await dropOrganizationIndexes(cell)
  for (const { organization, ...plan } of steps)
    await planContainers(client, { ...plan, owner: organizations[organization]!.owner })
  const chunks = await countOpen(cell)
  const started = performance.now()
  if (chunks > 0) {
    await setSafe(cell, 'off')
    await fill(scene, cell, chunks)
  }
  await countOrganizations(client)
  const seconds = (performance.now() - started) / 1_000
  await setSafe(cell, 'on')
  return { chunks, seconds }
}

async function fill(scene: Scene, { name, cluster }: GrowthCell, open: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(cluster.url)))
  const started = performance.now()
  let saidAt = started
  await loadPlanned(clients, scene, loaded => {
    const now = performance.now()
    if (now - saidAt < sayEverySeconds * 1_000) return
    saidAt = now
    const perSecond = loaded / ((now - started) / 1_000)
    const minutesLeft = (open - loaded) / perSecond / 60
    say(
      `growth: ${name}: ${loaded} of ${open} chunks loaded, ${Math.round(perSecond)} a second, ${minutesLeft.toFixed(1)} minutes left`,
    )
  })
  for (const client of clients) await client.end()
}

/**
 * While rows are loaded, a crash may cost the cluster: the load would be repeated. All that is measured runs with the
 * settings of a production server.
 */
async function setSafe({ client }: GrowthCell, value: 'on' | 'off'): Promise<void> {
  await client.query(`alter system set full_page_writes = ${value}`)
  await client.query(`alter system set fsync = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.query('checkpoint')
}

/** Counts what is planned too: an interrupted load goes on with it. */
async function readPresent({ client, organizations }: GrowthCell): Promise<Present[]> {
  const { rows } = await client.query<Present & { org: string }>(
    'select org, sum(chunks)::int as chunks, max(chunks) as largest from bench.containers group by org',
  )
  return organizations.map(
    ({ owner }) => rows.find(({ org }) => org === owner.org) ?? { chunks: 0, largest: 0 },
  )
}

async function countOpen({ client }: GrowthCell): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    'select coalesce(sum(chunks), 0)::int as open from bench.containers where not done',
  )
  return rows[0]!.open
}
