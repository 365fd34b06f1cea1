import type pg from 'pg'
import { say } from '../../measure/report.ts'
import { openLogins } from '../../src/app/open-logins.ts'
import { maintainOrganizationIndexes } from '../../src/features/containers/organization-indexes/maintain-organization-indexes.ts'
import { maintainIndexes } from '../../src/features/containers/upkeep/maintain-indexes.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { openCells } from '../../src/platform/db/cells.ts'
import { readClock } from '../../src/platform/db/moving/read-clock.ts'
import { timed } from '../bare/measure.ts'
import type { GrowthCell, Scene } from './scene.ts'

/** Seconds that each index took that was built at this size; none for one that was there already. */
export type BuildSeconds = { words?: number; vectors?: number; container?: number }

export type VacuumSeconds = { first: number; later: number }

const seconds = (ms: number) => Math.round(ms / 100) / 10

/** Builds the indexes that a worker would build, with its code. */
export async function buildIndexes({ settings }: Scene, { name, client }: GrowthCell): Promise<BuildSeconds> {
  const cells = openCells(await openLogins(loadConfig(settings)), 2, 'reverie growth')
  await cells.start()
  try {
    const cell = cells.all.find(each => each.name === name)!
    say(`growth: ${name}: building indexes`)
    const [before] = await readBuilt(client)
    const container = await timed(() => maintainIndexes(cell))
    const [of] = await readBuilt(client)
    const from = await readClock(client)
    await maintainOrganizationIndexes(cell)
    const organization = await readOrganizationBuilds(client, from)
    return { ...organization, ...(of!.count > before!.count && { container: seconds(container) }) }
  } finally {
    await cells.close()
  }
}

async function readBuilt(client: pg.Client): Promise<{ count: number }[]> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int from cell.vector_indexes where ready_at is not null',
  )
  return rows
}

/** One is built after the other. */
async function readOrganizationBuilds(client: pg.Client, from: Date): Promise<BuildSeconds> {
  const { rows } = await client.query<{ kind: 'words' | 'vectors'; ready: Date }>(
    `select kind, ready_at as ready from cell.organization_indexes where corpus = 'chunks' and ready_at > $1 order by ready_at`,
    [from],
  )
  const took = rows.map(({ kind, ready }, i) => [
    kind,
    seconds(ready.getTime() - (rows[i - 1]?.ready ?? from).getTime()),
  ])
  return Object.fromEntries(took)
}

/** Before an organization grows: it loads faster without them, and their build is measured at the new size. */
export async function dropOrganizationIndexes({ client }: GrowthCell): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'cell'::regnamespace and relkind = 'i' and relname ~ '^(words|vectors)_[cm]_'`,
  )
  for (const { name } of rows) await client.query(`drop index cell.${name}`)
  await client.query('delete from cell.organization_indexes')
}

/** One chunk in so many is written again before the second vacuum. */
const rewrittenOneIn = 100

/** The first vacuum after a load, and one after one container in a hundred was written again. */
export async function vacuum({ name, client }: GrowthCell): Promise<VacuumSeconds> {
  say(`growth: ${name}: vacuum`)
  const first = await timed(() => client.query('vacuum analyze'))
  // No triggers: the counters stay as they are.
  await client.query('set session_replication_role = replica')
  for (const table of ['chunk_vectors', 'chunk_terms', 'chunks'])
    await client.query(
      `update cell.${table} r set position = r.position from bench.containers b
        where b.n % ${rewrittenOneIn} = 7 and b.chunks <= 1000 and b.done
          and r.shard = b.shard and r.org = b.org and r.container = b.container`,
    )
  await client.query('set session_replication_role = default')
  const later = await timed(() => client.query('vacuum cell.chunk_vectors, cell.chunk_terms, cell.chunks'))
  return { first: seconds(first), later: seconds(later) }
}
