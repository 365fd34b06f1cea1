import { describe, expect, test } from 'vitest'
import { createLayout, step } from '../src/pages/graph/layout.ts'
import { around, keyOf, matching, nodeIn, sceneOf } from '../src/pages/graph/scene.ts'

const node = (kind: 'memory' | 'document' | 'entity', id: string, label = id) => ({
  ...{ id, kind, label, support: 1, state: 'current' },
})

const scene = sceneOf({
  nodes: [
    node('memory', 'm1', 'Ada lives in Lisbon'),
    node('memory', 'm2'),
    node('document', 'd1'),
    node('entity', 'entity:ada'),
  ],
  edges: [
    { from: 'm1', to: 'm2', relation: 'updates' },
    { from: 'm1', to: 'd1', relation: 'source' },
    { from: 'm1', to: 'entity:ada', relation: 'about' },
    { from: 'm1', to: 'gone', relation: 'extends' },
  ],
})

describe('the scene of a graph', () => {
  test('has the edges whose ends are both there', () => {
    expect(scene.edges.map(({ to }) => to)).toEqual([1, 2, 3])
    expect(around(scene, 2)).toEqual(new Set([2, 0]))
  })

  test('finds nodes by the words of their labels', () => {
    expect(matching(scene, 'lisbon')).toEqual(new Set([0]))
    expect(matching(scene, undefined)).toBeUndefined()
  })

  test('names nodes in addresses and reads the names back', () => {
    for (const each of scene.nodes) expect(nodeIn(keyOf(each))).toEqual({ id: each.id, kind: each.kind })
    expect(nodeIn('planet:mars')).toBeUndefined()
  })
})

describe('the layout of a graph', () => {
  const run = (count: number, edges: [number, number][]) => {
    const layout = createLayout(count, edges)
    let steps = 0
    while (step(layout)) steps += 1
    return { layout, steps }
  }

  test('comes to rest, with every node at a place of its own', () => {
    const { layout, steps } = run(
      200,
      Array.from({ length: 199 }, (_, at) => [at, at + 1]),
    )
    expect(steps).toBeLessThan(400)
    expect([...layout.x, ...layout.y].every(Number.isFinite)).toBe(true)
    const places = new Set(Array.from(layout.x, (x, at) => `${x.toFixed(1)} ${layout.y[at]!.toFixed(1)}`))
    expect(places.size).toBe(200)
  })

  test('brings joined nodes nearer than others', () => {
    const { layout } = run(60, [[0, 59]])
    const distance = (a: number, b: number) =>
      Math.hypot(layout.x[a]! - layout.x[b]!, layout.y[a]! - layout.y[b]!)
    expect(distance(0, 59)).toBeLessThan(distance(0, 58))
  })

  test('is the same each time', () => {
    expect(run(50, [[0, 1]]).layout.x).toEqual(run(50, [[0, 1]]).layout.x)
  })
})
