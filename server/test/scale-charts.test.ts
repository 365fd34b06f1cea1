import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mostChunks } from '../bench/growth/disk.ts'
import { stepsTo } from '../bench/growth/load.ts'
import { organizationsFor } from '../bench/growth/scene.ts'
import { drawChart } from '../bench/scale/chart.ts'
import { allCharts, drawAll } from '../bench/scale/charts.ts'
import { addOutput, type ScaleFigures } from '../bench/scale/figures.ts'
import { blocksOf, writePage } from '../bench/scale/page.ts'

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
  const files = readdirSync(folder).filter(name => name.endsWith('.svg'))
  expect(files.toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [name, svg] of drawn) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(svg)
})

test('docs/scale.md has the recorded figures, and a place for each table and chart', () => {
  const page = readFileSync(join(folder, '../../scale.md'), 'utf8')
  expect(page).toBe(writePage(page, recorded))
  const places = [...page.matchAll(/<!-- figures: ([\w-]+) -->/g)].map(([, name]) => name!)
  expect(places.toSorted()).toEqual([...blocksOf(recorded).keys()].toSorted())
})

test('a place of docs/scale.md without figures says that they were not measured yet', () => {
  const place = (name: string, content: string) =>
    `<!-- figures: ${name} -->\n\n${content}\n\n<!-- end of figures -->`
  const page = `# Page\n\n${place('growth', 'an old table')}\n\nWords.\n\n${place('chart-search', 'old')}\n`
  const written = writePage(page, { sizes: [], soak: undefined })
  expect(written).toBe(
    page
      .replace('an old table', '*Not measured yet.*')
      .replace('\nold\n', '\nSearch of one container while the cell grows: *Not measured yet.*\n'),
  )
  expect(writePage(written, { sizes: [], soak: undefined })).toBe(written)
})

test('figures of a run with gaps fill the tables and charts without undefined values', () => {
  const cost = { api: 5.25, postgres: 6.5 }
  const cell = {
    ...{ name: 'main', chunks: 100_300, containers: 901, organizations: 1, organizationChunks: 100_300 },
    search: { p50: 12, p95: 20, control: 5, ratio: 2.4, cost },
    addCost: { ...cost, worker: 3 },
    bytesPerChunk: { chunks: 800, chunk_vectors: 1_200, chunk_terms: 1_300, chunkTables: 3_400, other: 700 },
    ...{ databaseMb: 450, loadedPerSecond: 5_000, build: { words: 50 }, vacuum: { first: 9, later: 1 } },
    memory: { apiMb: 200, workerMb: 220, sharedMb: 1_100, backendsMb: 90, backends: 20 },
    processor: { stolen: 0.01, idle: 0.5 },
  }
  const size = { bench: 'growth-size', cells: 1, containersOf: 100, measuredAt: '2026-11-19T09:00:00.000Z' }
  const figures = {
    sizes: [{ ...size, wanted: 100_000, each: [cell] }],
    soak: undefined,
  } as unknown as ScaleFigures
  const blocks = blocksOf(figures)
  for (const [name, text] of blocks) expect(text, name).not.toMatch(/undefined|NaN|Infinity/)
  expect(blocks.get('growth')).toContain('| Search, container of 10,000 chunks | not measured |')
  expect(blocks.get('arithmetic')).toContain('| 4.1 GB | 41 GB | 410 GB | 4.1 TB | 410 TB |')
  expect(blocks.get('arithmetic')).toContain('85 a second for each core')
  expect([...drawAll(figures).keys()].toSorted()).toEqual([
    'bytes.svg',
    'cost.svg',
    'search.svg',
    'upkeep.svg',
  ])
  expect(Object.keys(allCharts(figures))).toContain('cells')
})

test('a load that does not fit the limit or the disk is refused before it begins', () => {
  const gb = 1_000_000_000
  expect(mostChunks([{ chunks: 0, bytes: 0, freeBytes: 75 * gb }], 45)).toBeGreaterThan(8_000_000)
  const half = { chunks: 1_000_000, bytes: 5 * gb, freeBytes: 14.4 * gb }
  expect(mostChunks([half], 45)).toBe(2_000_000)
  expect(mostChunks([{ ...half, freeBytes: 500 * gb }], 17.8)).toBe(3_000_000)
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
  const sumOf = (steps: ReturnType<typeof stepsTo>, organization: number) =>
    steps
      .filter(step => step.organization === organization)
      .reduce((sum, { chunksEach, containers }) => sum + chunksEach * containers, 0)
  const steps = stepsTo(1_060_000, [empty, empty, empty], 100)
  expect([0, 1, 2].map(organization => sumOf(steps, organization))).toEqual([1_000_000, 45_000, 15_000])
  const full = [
    { chunks: 1_000_000, largest: 200_000 },
    { chunks: 45_000, largest: 100 },
    { chunks: 15_000, largest: 100 },
  ]
  expect(stepsTo(1_060_000, full, 100)).toEqual([])
  expect(sumOf(stepsTo(1_000_000, [{ chunks: 100_000, largest: 10_000 }], 100), 0)).toBe(900_000)
})

test('a cell has enough organizations for the chunks that it is to hold', () => {
  expect([20_000, 1_000_000, 1_000_001, 10_000_000].map(organizationsFor)).toEqual([1, 1, 2, 201])
})
