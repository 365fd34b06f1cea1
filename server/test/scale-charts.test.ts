import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stepsTo } from '../bench/growth/load.ts'
import { drawChart } from '../bench/scale/chart.ts'
import { drawAll } from '../bench/scale/charts.ts'
import { addOutput, type ScaleFigures } from '../bench/scale/figures.ts'
import { writeTables } from '../bench/scale/tables.ts'

const folder = join(import.meta.dirname, '../../docs/public/scale')
const recorded: ScaleFigures = JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8'))
const chart = {
  title: 'Search & add',
  x: { label: 'chunks', isLog: true },
  y: { label: 'ms' },
  series: [
    {
      name: 'p50',
      points: [
        [100_000, 10],
        [1_000_000, 12],
      ] as [number, number][],
    },
    {
      name: 'p95',
      points: [
        [100_000, 20],
        [1_000_000, 0],
      ] as [number, number][],
      dashed: true,
    },
    { name: 'not measured', points: [] },
  ],
}

test('the charts of docs/scale.md are those of the recorded figures (npm run bench -- draw-scale)', () => {
  const drawn = drawAll(recorded)
  expect(drawn.size).toBeGreaterThan(0)
  for (const [name, svg] of drawn) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(svg)
})

test('docs/scale.md has the tables of the recorded figures, and shows every chart', () => {
  const page = readFileSync(join(folder, '../../scale.md'), 'utf8')
  expect(page).toBe(writeTables(page, recorded))
  const shown = [...page.matchAll(/\]\(\/scale\/([\w-]+\.svg)\)/g)].map(([, name]) => name!)
  expect(shown.toSorted()).toEqual([...drawAll(recorded).keys()].toSorted())
})

test('a chart has a line for each series with points, and every point is inside of it', () => {
  const svg = drawChart(chart)
  expect(svg).toContain('Search &amp; add')
  expect(svg).not.toMatch(/NaN|Infinity|undefined|not measured/)
  expect(svg.match(/fill="none"/g)).toHaveLength(2)
  for (const [, x, y] of svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(74)
    expect(Number(x)).toBeLessThanOrEqual(700)
    expect(Number(y)).toBeGreaterThanOrEqual(52)
    expect(Number(y)).toBeLessThanOrEqual(320)
  }
})

test('figures of a new run replace those of the same size and number of cells', () => {
  const size = (wanted: number, chunks: number) => ({
    bench: 'growth-size',
    cells: 1,
    wanted,
    each: [{ chunks }],
  })
  const output = (...lines: unknown[]) =>
    `some words\n${lines.map(line => JSON.stringify(line)).join('\n')}\n`
  const first = addOutput({ sizes: [], soak: undefined }, output(size(2_000, 1), size(1_000, 2)))
  const second = addOutput(
    first,
    output(size(1_000, 3), { bench: 'soak-minute', minute: 1 }, { bench: ['soak'], ok: true }),
  )
  expect(second.sizes.map(({ wanted, each }) => [wanted, each[0]!.chunks])).toEqual([
    [1_000, 3],
    [2_000, 1],
  ])
  expect(second.soak).toEqual({
    run: { bench: ['soak'], ok: true },
    minutes: [{ bench: 'soak-minute', minute: 1 }],
  })
})

test('a cell grows to the wanted size, one organization after the other, and a finished step adds nothing', () => {
  const empty = { chunks: 0, largest: 0 }
  const sumOf = (steps: ReturnType<typeof stepsTo>, tenant: number) =>
    steps
      .filter(step => step.tenant === tenant)
      .reduce((sum, { chunksEach, containers }) => sum + chunksEach * containers, 0)
  const steps = stepsTo(1_500_000, [empty, empty], 100)
  expect([sumOf(steps, 0), sumOf(steps, 1)]).toEqual([1_000_000, 500_000])
  expect(
    stepsTo(
      1_500_000,
      [
        { chunks: 1_000_000, largest: 200_000 },
        { chunks: 500_000, largest: 100 },
      ],
      100,
    ),
  ).toEqual([])
  expect(sumOf(stepsTo(1_000_000, [{ chunks: 100_000, largest: 10_000 }], 100), 0)).toBe(900_000)
})
