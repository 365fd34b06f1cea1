import type { Graph } from '@reverie/sdk'
import { createLayout, type Layout } from './layout.ts'

export type GraphNode = Graph['nodes'][number]
export type Relation = Graph['edges'][number]['relation']

/** A graph as it is drawn: nodes by number, the most important first. */
export type Scene = {
  nodes: readonly GraphNode[]
  edges: readonly { from: number; to: number; relation: Relation }[]
  radius: Float32Array
  layout: Layout
}

const [smallest, largest] = [3, 14]

export function sceneOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): Scene {
  const places = new Map(nodes.map(({ id, kind }, at) => [keyOf({ id, kind }), at]))
  // An edge begins at a memory. Its relation says the kind of its end.
  const numbered = edges.flatMap(({ from, to, relation }) => {
    const [a, b] = [places.get(`memory:${from}`), places.get(keyOf({ id: to, kind: endOf(relation) }))]
    return a === undefined || b === undefined ? [] : { from: a, to: b, relation }
  })
  return {
    nodes,
    edges: numbered,
    radius: Float32Array.from(nodes, ({ support }) =>
      Math.min(largest, smallest + 1.6 * Math.sqrt(Math.max(0, support))),
    ),
    layout: createLayout(
      nodes.length,
      numbered.map(({ from, to }) => [from, to] as const),
    ),
  }
}

function endOf(relation: Relation): GraphNode['kind'] {
  if (relation === 'source') return 'document'
  return relation === 'about' ? 'entity' : 'memory'
}

/** `memory:1Cb2…` or `entity:ada`, for addresses. */
export const keyOf = ({ id, kind }: Pick<GraphNode, 'id' | 'kind'>) =>
  kind === 'entity' ? id : `${kind}:${id}`

export function nodeIn(key: string): Pick<GraphNode, 'id' | 'kind'> | undefined {
  const [, kind, id] = /^(memory|document|entity):(.+)$/.exec(key) ?? []
  if (!kind || !id) return undefined
  return kind === 'entity' ? { kind, id: key } : { kind: kind as 'memory' | 'document', id }
}

/** A node and those that an edge joins to it. */
export function around({ edges }: Scene, node: number): Set<number> {
  const joined = edges.filter(({ from, to }) => from === node || to === node)
  return new Set([node, ...joined.flatMap(({ from, to }) => [from, to])])
}

/** The nodes whose label has the words; undefined without words, when all count. */
export function matching({ nodes }: Scene, q: string | undefined): Set<number> | undefined {
  const words = q?.toLowerCase()
  if (!words) return undefined
  return new Set(nodes.flatMap(({ label }, at) => (label.toLowerCase().includes(words) ? at : [])))
}
