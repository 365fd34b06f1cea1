import type { GraphRelation, NodeKind } from './schema.ts'
import type { DocumentNode, Link, MemoryNode, Totals } from './store.ts'

/** A node of the graph by its id in the database. */
export type GraphNode = { id: string; kind: NodeKind; label: string; support: number; state: string }

export type Graph = { nodes: GraphNode[]; edges: Link[]; isComplete: boolean; totals: Totals }

export const emptyGraph: Graph = {
  nodes: [],
  edges: [],
  isComplete: true,
  totals: { memories: 0, documents: 0 },
}

/** The order in which edges are kept: a decision about memories says more than their common source. */
const weights: Record<GraphRelation, number> = { updates: 0, derives: 1, source: 2, about: 3, extends: 4 }

export const byImportance = (a: Link, b: Link): number => weights[a.relation] - weights[b.relation]

export const kindOfEnd = ({ relation }: Link): NodeKind =>
  relation === 'source' ? 'document' : relation === 'about' ? 'entity' : 'memory'

/** Each edge once. */
export function distinct(links: readonly Link[]): Link[] {
  const seen = new Map(links.map(link => [`${link.from} ${link.to} ${link.relation}`, link]))
  return [...seen.values()]
}

/** The nodes that exist, with the number of edges that end at each document and entity. */
export function toNodes(
  ids: ReadonlyMap<string, NodeKind>,
  edges: readonly Link[],
  found: { memories: readonly MemoryNode[]; documents: readonly DocumentNode[] },
): GraphNode[] {
  const memories = new Map(found.memories.map(memory => [memory.id, memory]))
  const documents = new Map(found.documents.map(document => [document.id, document]))
  const ends = Map.groupBy(edges, ({ to }) => to)
  const nodeOf = (id: string, kind: NodeKind): GraphNode | undefined => {
    const support = ends.get(id)?.length ?? 0
    if (kind === 'entity') return { id, kind, label: id.slice('entity:'.length), support, state: 'current' }
    const memory = memories.get(id)
    if (kind === 'memory') return memory && { ...memory, kind }
    const document = documents.get(id)
    return document && { ...document, kind, label: document.label ?? 'Untitled', support }
  }
  return Array.from(ids, ([id, kind]) => nodeOf(id, kind)).filter(node => node !== undefined)
}

/** The edges whose ends are both nodes. */
export function between(nodes: readonly { id: string }[], edges: readonly Link[]): Link[] {
  const ids = new Set(nodes.map(({ id }) => id))
  return edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
}
