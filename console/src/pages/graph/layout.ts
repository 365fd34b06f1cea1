/** Where the nodes of a graph are, as forces move them. All arrays have a place for each node or each edge. */
export type Layout = {
  x: Float32Array
  y: Float32Array
  from: Uint32Array
  to: Uint32Array
  /** Edges at each node. A node with many is pulled less by each. */
  degree: Uint16Array
  /** 1 at the start; the nodes rest below `rest`. */
  heat: number
}

const spacing = 22
const reach = 64
const springLength = 38
const [repulsion, attraction, gravity] = [420, 0.06, 0.0035]
const [cooling, longestStep] = [0.985, 12]
export const rest = 0.02
/** A power of two. Cells that share a place only cost some comparisons. */
const buckets = 16_384

/** Begins with a spiral, the first and most important node in the middle, so that the same graph always looks the same. */
export function createLayout(count: number, edges: readonly (readonly [number, number])[]): Layout {
  const [x, y] = [new Float32Array(count), new Float32Array(count)]
  for (let node = 0; node < count; node++) {
    const [radius, angle] = [spacing * Math.sqrt(node), node * 2.399963]
    x[node] = radius * Math.cos(angle)
    y[node] = radius * Math.sin(angle)
  }
  const degree = new Uint16Array(count)
  for (const [from, to] of edges) {
    degree[from]! += 1
    degree[to]! += 1
  }
  return {
    ...{ x, y, degree, heat: 1 },
    from: Uint32Array.from(edges, ([from]) => from),
    to: Uint32Array.from(edges, ([, to]) => to),
  }
}

/** Moves the nodes a little. False once they are at rest. */
export function step(layout: Layout): boolean {
  if (layout.heat < rest) return false
  const count = layout.x.length
  const [fx, fy] = [new Float32Array(count), new Float32Array(count)]
  repel(layout, fx, fy)
  attract(layout, fx, fy)
  const { x, y, heat } = layout
  for (let node = 0; node < count; node++) {
    const [dx, dy] = [fx[node]! - x[node]! * gravity, fy[node]! - y[node]! * gravity]
    const length = Math.hypot(dx, dy)
    const share = length > longestStep ? longestStep / length : 1
    x[node]! += dx * share * heat
    y[node]! += dy * share * heat
  }
  layout.heat = heat * cooling
  return true
}

const bucketOf = (column: number, row: number) => ((column * 73_856_093) ^ (row * 19_349_663)) & (buckets - 1)

/** Only nodes within reach repel each other, and a grid finds them: 5,000 nodes need some 300,000 comparisons and not 25 million. */
function repel({ x, y }: Layout, fx: Float32Array, fy: Float32Array): void {
  const heads = new Int32Array(buckets).fill(-1)
  const next = new Int32Array(x.length)
  for (let node = 0; node < x.length; node++) {
    const bucket = bucketOf(Math.floor(x[node]! / reach), Math.floor(y[node]! / reach))
    next[node] = heads[bucket]!
    heads[bucket] = node
  }
  for (let node = 0; node < x.length; node++) {
    const [column, row] = [Math.floor(x[node]! / reach), Math.floor(y[node]! / reach)]
    for (let down = -1; down <= 1; down++)
      for (let right = -1; right <= 1; right++)
        for (let other = heads[bucketOf(column + right, row + down)]!; other >= 0; other = next[other]!)
          if (other > node) push(node, other, x, y, fx, fy)
  }
}

function push(
  node: number,
  other: number,
  x: Float32Array,
  y: Float32Array,
  fx: Float32Array,
  fy: Float32Array,
): void {
  // Nodes at the same place part along a line of their own.
  const dx = x[node]! - x[other]! || 0.1 * (1 + (node % 7))
  const dy = y[node]! - y[other]! || 0.1 * (1 + (other % 5))
  const square = dx * dx + dy * dy
  if (square > reach * reach) return
  const force = repulsion / (square + 12) / Math.sqrt(square)
  fx[node]! += dx * force
  fy[node]! += dy * force
  fx[other]! -= dx * force
  fy[other]! -= dy * force
}

function attract({ x, y, from, to, degree }: Layout, fx: Float32Array, fy: Float32Array): void {
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge]!, to[edge]!]
    const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!]
    const length = Math.hypot(dx, dy) || 1
    const pull = (attraction * (length - springLength)) / length
    fx[a]! += (dx * pull) / Math.sqrt(degree[a]!)
    fy[a]! += (dy * pull) / Math.sqrt(degree[a]!)
    fx[b]! -= (dx * pull) / Math.sqrt(degree[b]!)
    fy[b]! -= (dy * pull) / Math.sqrt(degree[b]!)
  }
}
