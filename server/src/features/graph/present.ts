import { encodeId } from '../../platform/lib/ids.ts'
import type { Graph, GraphNode } from './graph.ts'
import type { GraphJson } from './schema.ts'

const longestLabel = 80

/** The only makers of graph JSON. */
export function presentGraph({ nodes, edges, isComplete, totals }: Graph): GraphJson {
  const wireId = (id: string) => (id.startsWith('entity:') ? id : encodeId(id))
  return {
    nodes: nodes.map(node => presentNode(node, wireId(node.id))),
    edges: edges.map(({ from, to, relation }) => ({ from: wireId(from), to: wireId(to), relation })),
    isComplete,
    totals,
  }
}

function presentNode({ kind, label, support, state }: GraphNode, id: string) {
  return { id, kind, label: cut(label), support, state }
}

const cut = (text: string) =>
  text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1).toWellFormed()}…`
