import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import { between, byImportance, distinct, type Graph, kindOfEnd, toNodes } from './graph.ts'
import type { Limits } from './read-neighbourhood.ts'
import type { NodeKind } from './schema.ts'
import {
  type Link,
  linksBetween,
  linksToEntities,
  linksToSources,
  readDocumentNodes,
  readTotals,
  selectImportant,
} from './store.ts'

/** Memories among which the important ones are chosen, the newest. Ranking all of a large container has no bound. */
const candidates = 20_000
/** The rest of the nodes are documents and entities. */
const shareOfMemories = 0.7
/** At most this many edges begin at a node. */
const edgesPerNode = 3
/** Links of each kind that are read for one memory. Some lead to memories that are not shown. */
const perNode = 10

/** The most important memories of a container, with the documents and entities that most of them share. */
export async function readContainerGraph(
  db: Db,
  key: ContainerKey,
  { maxNodes, maxEdges }: Limits,
): Promise<Graph> {
  const take = Math.max(1, Math.ceil(maxNodes * shareOfMemories))
  const memories = await selectImportant(db, key, { among: candidates, take })
  const ids = new Map<string, NodeKind>(memories.map(({ id }) => [id, 'memory']))
  const links = distinct(await linksOf(db, key, [...ids.keys()]))
  const hubs = rankHubs(links)
  const isRoomy = hubs.length <= maxNodes - memories.length
  for (const { id, kind } of hubs.slice(0, maxNodes - memories.length)) ids.set(id, kind)
  const documents = await readDocumentNodes(db, key, idsOf(ids, 'document'))
  const known = toNodes(ids, [], { memories, documents })
  const edges = between(known, links)
  const kept = capEdges(edges).slice(0, maxEdges)
  const totals = await readTotals(db, key)
  return {
    nodes: toNodes(ids, kept, { memories, documents }),
    edges: kept,
    isComplete: totals.memories <= memories.length && isRoomy && kept.length === edges.length,
    totals,
  }
}

async function linksOf(db: Db, key: ContainerKey, memories: readonly string[]): Promise<Link[]> {
  return [
    ...(await linksBetween(db, key, memories, perNode)),
    ...(await linksToSources(db, key, { by: 'memory', ids: memories }, perNode)),
    ...(await linksToEntities(db, key, memories, perNode)),
  ]
}

/** Documents and entities by the number of memories that lead to them. */
function rankHubs(links: readonly Link[]): { id: string; kind: NodeKind }[] {
  const outside = links.filter(link => kindOfEnd(link) !== 'memory')
  return Array.from(Map.groupBy(outside, ({ to }) => to))
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([id, [link]]) => ({ id, kind: kindOfEnd(link!) }))
}

/** The most important edges of each node, the most important of all first. */
function capEdges(edges: readonly Link[]): Link[] {
  const begun = new Map<string, number>()
  return edges.toSorted(byImportance).filter(({ from }) => {
    const count = begun.get(from) ?? 0
    begun.set(from, count + 1)
    return count < edgesPerNode
  })
}

const idsOf = (ids: ReadonlyMap<string, NodeKind>, kind: NodeKind) =>
  [...ids].filter(entry => entry[1] === kind).map(([id]) => id)
