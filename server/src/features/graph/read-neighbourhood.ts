import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import { between, byImportance, distinct, type Graph, kindOfEnd, toNodes } from './graph.ts'
import type { NodeKind } from './schema.ts'
import {
  type Link,
  linksBetween,
  linksFromEntity,
  linksToEntities,
  linksToSources,
  readDocumentNodes,
  readMemoryNodes,
  readTotals,
} from './store.ts'

export type Start = { id: string; kind: NodeKind }
export type Limits = { depth: number; maxNodes: number; maxEdges: number }

/** Links of each kind that are read for the nodes of one step, shared by them, and for each of them at least. */
const mostLinks = 5_000
const leastPerNode = 5

/** The nodes at most `depth` steps away from one, breadth first, until a limit is reached. */
export async function readNeighbourhood(
  db: Db,
  key: ContainerKey,
  start: Start,
  { depth, maxNodes, maxEdges }: Limits,
): Promise<Graph> {
  const ids = new Map<string, NodeKind>([[start.id, start.kind]])
  const links: Link[] = []
  let frontier: Start[] = [start]
  let isComplete = true
  for (let step = 0; step < depth && frontier.length > 0; step++) {
    const next: Start[] = []
    const perNode = Math.max(leastPerNode, Math.floor(mostLinks / frontier.length))
    const read = await linksOf(db, key, frontier, perNode)
    if (isCut(read, perNode)) isComplete = false
    for (const link of read.sort(byImportance)) {
      const other = newEnd(link, ids)
      if (other && ids.size >= maxNodes) {
        isComplete = false
        continue
      }
      if (other) {
        ids.set(other.id, other.kind)
        next.push(other)
      }
      links.push(link)
    }
    frontier = next
  }
  const all = distinct(links)
  const found = await readNodes(db, key, ids)
  const known = toNodes(ids, all, found)
  const edges = between(known, all)
  const kept = edges.slice(0, maxEdges)
  return {
    nodes: toNodes(ids, kept, found),
    edges: kept,
    isComplete: isComplete && kept.length === edges.length,
    totals: await readTotals(db, key),
  }
}

/** True if a node may have further links that were not read. */
function isCut(links: readonly Link[], perNode: number): boolean {
  const counts = new Map<string, number>()
  for (const { from, to } of links) for (const id of [from, to]) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts.values()].some(count => count >= perNode)
}

/** The end of a link that is no node yet. A link starts from a node, so at most one end is new. */
function newEnd(link: Link, ids: ReadonlyMap<string, NodeKind>): Start | undefined {
  if (!ids.has(link.from)) return { id: link.from, kind: 'memory' }
  if (!ids.has(link.to)) return { id: link.to, kind: kindOfEnd(link) }
  return undefined
}

async function linksOf(db: Db, key: ContainerKey, nodes: readonly Start[], perNode: number): Promise<Link[]> {
  const of = (kind: NodeKind) => nodes.filter(node => node.kind === kind).map(({ id }) => id)
  const [memories, documents] = [of('memory'), of('document')]
  const links = [
    ...(await linksBetween(db, key, memories, perNode)),
    ...(await linksToSources(db, key, { by: 'memory', ids: memories }, perNode)),
    ...(await linksToEntities(db, key, memories, perNode)),
    ...(await linksToSources(db, key, { by: 'document', ids: documents }, perNode)),
  ]
  // Everything is about the user: one entity at the second step would bring in the whole container.
  for (const entity of nodes.length === 1 ? of('entity') : [])
    links.push(...(await linksFromEntity(db, key, entity, perNode)))
  return links
}

export async function readNodes(db: Db, key: ContainerKey, ids: ReadonlyMap<string, NodeKind>) {
  const of = (kind: NodeKind) => [...ids].filter(entry => entry[1] === kind).map(([id]) => id)
  return {
    memories: await readMemoryNodes(db, key, of('memory')),
    documents: await readDocumentNodes(db, key, of('document')),
  }
}
