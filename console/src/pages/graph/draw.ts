import type { GraphNode, Relation, Scene } from './scene.ts'

export type Camera = { scale: number; x: number; y: number }
export type Size = { width: number; height: number; ratio: number }
export type Marks = {
  /** The nodes that stand out; the rest is dimmed. Undefined: none is. */
  lit: ReadonlySet<number> | undefined
  selected: number | undefined
  hovered: number | undefined
}
export type Colours = Record<GraphNode['kind'] | 'edge' | 'ink' | 'page' | 'accent', string>

const dim = 0.12
const mostLabels = 60

/** How each relation is drawn: updates solid with an arrow, extends thin, derives dashed, the others faint. */
const styles: Record<Relation, { width: number; dash: number[]; alpha: number; hasArrow?: true }> = {
  updates: { width: 1.6, dash: [], alpha: 0.9, hasArrow: true },
  extends: { width: 0.8, dash: [], alpha: 0.8 },
  derives: { width: 1, dash: [4, 3], alpha: 0.8 },
  source: { width: 0.8, dash: [], alpha: 0.5 },
  about: { width: 0.8, dash: [1, 2], alpha: 0.6 },
}

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    ...{ memory: colour('--part-1'), document: colour('--part-4'), entity: colour('--part-3') },
    ...{ edge: colour('--edge'), ink: colour('--ink'), page: colour('--page'), accent: colour('--accent') },
  }
}

/** Graphs with more nodes are drawn with fewer edges and with squares while they move, and whole once they rest. */
export const manyNodes = 2_000
const mostMovingEdges = 2_500

const coarse = (scene: Scene): Scene =>
  scene.nodes.length > manyNodes ? { ...scene, edges: scene.edges.slice(0, mostMovingEdges) } : scene

/** Draws everything. Shapes of one look share a path, because each call of the canvas costs more than a shape. */
export function draw(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: { camera: Camera; size: Size; marks: Marks; colours: Colours; isMoving: boolean },
): void {
  const { camera, size, marks, colours, isMoving } = view
  const { ratio, width, height } = size
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width * ratio, height * ratio)
  const zoom = ratio * camera.scale
  context.setTransform(
    zoom,
    0,
    0,
    zoom,
    ratio * (width / 2) - zoom * camera.x,
    ratio * (height / 2) - zoom * camera.y,
  )
  drawEdges(context, isMoving ? coarse(scene) : scene, marks, colours, camera.scale)
  drawFocus(context, scene, marks, colours, camera.scale)
  drawNodes(context, scene, marks, colours, isMoving && scene.nodes.length > manyNodes)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  drawLabels(context, scene, { camera, size, marks, colours })
}

function drawEdges(
  context: CanvasRenderingContext2D,
  { edges, layout: { x, y }, radius }: Scene,
  { lit }: Marks,
  colours: Colours,
  scale: number,
): void {
  context.strokeStyle = colours.edge
  context.fillStyle = colours.edge
  for (const relation of Object.keys(styles) as Relation[]) {
    const { width, dash, alpha, hasArrow } = styles[relation]
    context.lineWidth = width / Math.sqrt(scale)
    context.setLineDash(dash)
    for (const isLit of [false, true]) {
      const arrows = new Path2D()
      context.globalAlpha = isLit ? alpha : alpha * dim
      context.beginPath()
      for (const edge of edges) {
        if (edge.relation !== relation || isLit !== isEdgeLit(edge, lit)) continue
        const { from, to } = edge
        context.moveTo(x[from]!, y[from]!)
        context.lineTo(x[to]!, y[to]!)
        if (hasArrow) addArrow(arrows, x[from]!, y[from]!, x[to]!, y[to]!, radius[to]!)
      }
      context.stroke()
      context.fill(arrows)
    }
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

/** The edges of the node under the pointer, and of the selected one, over all others. */
function drawFocus(
  context: CanvasRenderingContext2D,
  { edges, layout: { x, y } }: Scene,
  { hovered, selected }: Marks,
  colours: Colours,
  scale: number,
): void {
  if (hovered === undefined && selected === undefined) return
  const isOf = (node: number) => node === hovered || node === selected
  context.strokeStyle = colours.accent
  context.lineWidth = 1.6 / Math.sqrt(scale)
  context.beginPath()
  for (const { from, to } of edges) {
    if (!isOf(from) && !isOf(to)) continue
    context.moveTo(x[from]!, y[from]!)
    context.lineTo(x[to]!, y[to]!)
  }
  context.stroke()
}

const isEdgeLit = ({ from, to }: { from: number; to: number }, lit: ReadonlySet<number> | undefined) =>
  !lit || (lit.has(from) && lit.has(to))

function addArrow(path: Path2D, x1: number, y1: number, x2: number, y2: number, radius: number): void {
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const [tipX, tipY] = [x2 - radius * Math.cos(angle), y2 - radius * Math.sin(angle)]
  path.moveTo(tipX, tipY)
  path.lineTo(tipX - 7 * Math.cos(angle - 0.4), tipY - 7 * Math.sin(angle - 0.4))
  path.lineTo(tipX - 7 * Math.cos(angle + 0.4), tipY - 7 * Math.sin(angle + 0.4))
  path.closePath()
}

const isPast = ({ state }: GraphNode) => state === 'superseded' || state === 'forgotten'

/** What is no longer believed is a ring. */
function drawNodes(
  context: CanvasRenderingContext2D,
  { nodes, layout: { x, y }, radius }: Scene,
  { lit, selected }: Marks,
  colours: Colours,
  isCoarse: boolean,
): void {
  const paths = new Map<string, { path: Path2D; node: GraphNode; isLit: boolean }>()
  nodes.forEach((node, at) => {
    const isLit = !lit || lit.has(at)
    const look = `${node.kind} ${isPast(node)} ${isLit}`
    const group = paths.get(look) ?? { path: new Path2D(), node, isLit }
    paths.set(look, group)
    const size = radius[at]!
    if (isCoarse) group.path.rect(x[at]! - size, y[at]! - size, 2 * size, 2 * size)
    else {
      group.path.moveTo(x[at]! + size, y[at]!)
      group.path.arc(x[at]!, y[at]!, size, 0, 2 * Math.PI)
    }
  })
  for (const { path, node, isLit } of paths.values()) {
    context.globalAlpha = isLit ? 1 : dim
    context.fillStyle = isPast(node) ? colours.page : colours[node.kind]
    context.strokeStyle = isPast(node) ? colours[node.kind] : colours.page
    context.lineWidth = 1
    context.fill(path)
    if (!isCoarse) context.stroke(path)
  }
  context.globalAlpha = 1
  if (selected === undefined) return
  context.strokeStyle = colours.accent
  context.lineWidth = 2.5
  context.beginPath()
  context.arc(x[selected]!, y[selected]!, radius[selected]! + 3, 0, 2 * Math.PI)
  context.stroke()
}

type Box = { left: number; top: number; right: number; bottom: number }

/** Labels of the most important nodes in view, as many as fit without covering each other; more as one zooms. */
function drawLabels(
  context: CanvasRenderingContext2D,
  { nodes, layout: { x, y }, radius }: Scene,
  { camera, size, marks, colours }: { camera: Camera; size: Size; marks: Marks; colours: Colours },
): void {
  const { lit, selected, hovered } = marks
  const first = [hovered, selected].flatMap(at => at ?? [])
  const most = Math.min(mostLabels, Math.round(10 + 14 * camera.scale * camera.scale))
  const shown: Box[] = []
  context.font = '12px "Inter Variable", system-ui, sans-serif'
  context.textBaseline = 'middle'
  context.lineWidth = 3
  const add = (at: number) => {
    const left = (x[at]! - camera.x) * camera.scale + size.width / 2 + radius[at]! * camera.scale + 4
    const top = (y[at]! - camera.y) * camera.scale + size.height / 2 - 8
    if (left < 0 || top < 0 || left > size.width || top > size.height) return
    const text = shorten(nodes[at]!.label, first.includes(at) ? 80 : 40)
    const box = { left, top, right: left + context.measureText(text).width, bottom: top + 16 }
    if (shown.some(other => covers(box, other))) return
    shown.push(box)
    context.strokeStyle = colours.page
    context.fillStyle = colours.ink
    context.strokeText(text, left, top + 8)
    context.fillText(text, left, top + 8)
  }
  for (const at of first) add(at)
  for (let at = 0; at < nodes.length && shown.length < most; at++)
    if (!first.includes(at) && (!lit || lit.has(at))) add(at)
}

const shorten = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

const covers = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
