import { newId } from '../../src/platform/lib/ids.ts'
import { type Client, concurrently } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { dropWakes } from '../drop-wakes.ts'
import { shortText } from '../texts.ts'

export type Flood = { documents: number; containers: number; lane: string }

/** The lanes of a flood. Documents are added to the first, and moved. */
const floodLanes: Record<string, number> = { interactive: 0, bulk: 1 }

const addedByHttp = 100
const copiedAtOnce = 500

const tagOf = (n: number, { containers }: Flood) => `flood_${n % containers}`

/**
 * Adds some documents through the API, and copies their rows for the rest: 60,000 adds would take minutes. The wakes are
 * dropped, so a worker starts as after an outage, and its first reconciliation wakes all lanes.
 */
export async function fill(client: Client, cluster: Cluster, flood: Flood): Promise<void> {
  const first = Math.min(addedByHttp, flood.documents)
  await concurrently(first, 8, async n => {
    await client.mustAdd({ content: shortText(n), containerTag: tagOf(n, flood), taskType: 'rag' })
  })
  await cluster.query('update cell.documents set lane = $1 where due_at is not null', [
    floodLanes[flood.lane],
  ])
  const pattern = await findPattern(cluster)
  const containers = await createContainers(cluster, pattern, flood)
  for (let from = first; from < flood.documents; from += copiedAtOnce) {
    const count = Math.min(copiedAtOnce, flood.documents - from)
    const numbers = Array.from({ length: count }, (_, i) => from + i)
    await copyDocuments(cluster, pattern, numbers, n => containers.get(tagOf(n, flood))!)
  }
  await dropWakes(cluster)
}

/** The rest of a flood would be worked on beside the next. Its documents stay `queued`, and nobody looks for them. */
export async function clear(cluster: Cluster): Promise<void> {
  await cluster.query('update cell.documents set due_at = null where due_at is not null')
  await dropWakes(cluster)
}

type Pattern = { shard: number; org: string; set: number; dreaming: string; lane: number }

/** Only the flood's documents are due, so any of them is a pattern for the others. */
async function findPattern(cluster: Cluster): Promise<Pattern> {
  const [pattern] = await cluster.query<Pattern>(
    `select d.shard, d.org, c.active_set as set, d.dreaming_status as dreaming, d.lane
       from cell.documents d join cell.containers c using (shard, org, container) where d.due_at is not null limit 1`,
  )
  return pattern!
}

/** Returns the containers by their tag. */
async function createContainers(cluster: Cluster, { shard, org, set }: Pattern, flood: Flood) {
  const tags = Array.from({ length: flood.containers }, (_, n) => tagOf(n, flood))
  await cluster.query(
    `insert into cell.containers (shard, org, container, tag, active_set)
     select $1, $2, n.container, n.tag, $3 from unnest($4::uuid[], $5::text[]) n (container, tag) on conflict do nothing`,
    [shard, org, set, tags.map(() => newId(shard)), tags],
  )
  // Without statistics, the counters of each document are found by reading all containers of the organization.
  await cluster.query('analyze cell.containers')
  const known = await cluster.query<{ tag: string; container: string }>(
    'select tag, container from cell.containers where shard = $1 and org = $2',
    [shard, org],
  )
  return new Map(known.map(({ tag, container }) => [tag, container]))
}

async function copyDocuments(
  cluster: Cluster,
  { shard, org, dreaming, lane }: Pattern,
  numbers: number[],
  containerOf: (n: number) => string,
): Promise<void> {
  const rows = [numbers.map(containerOf), numbers.map(() => newId(shard)), numbers.map(shortText)]
  await cluster.query(
    `insert into cell.revisions (shard, org, container, document, revision, content, content_hash)
     select $1, $2, n.container, n.id, 1, n.content, sha256(convert_to(n.content, 'utf8'))
       from unnest($3::uuid[], $4::uuid[], $5::text[]) n (container, id, content)`,
    [shard, org, ...rows],
  )
  await cluster.query(
    `insert into cell.documents (shard, org, container, id, container_tags, task_type, dreaming_status, lane, size, ordered_at, due_at, created_at)
     select $1, $2, n.container, n.id, array['flood'], 'rag', $6, $7, length(n.content), now(), now(), now()
       from unnest($3::uuid[], $4::uuid[], $5::text[]) n (container, id, content)`,
    [shard, org, ...rows, dreaming, lane],
  )
}
