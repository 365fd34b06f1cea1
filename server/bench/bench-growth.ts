import { say } from '../measure/report.ts'
import { untilIdle } from './growth/backlog.ts'
import { readSpace, refuseIfTooLarge } from './growth/disk.ts'
import type { CellAtSize, CellFigures, SizeFigures } from './growth/figures.ts'
import { loadCell } from './growth/load.ts'
import { measureCell } from './growth/measure-cell.ts'
import type { Latency } from './growth/requests.ts'
import { type GrowthCell, openScene, organizationsFor, type Scene, setAutovacuum } from './growth/scene.ts'
import { buildIndexes, vacuum } from './growth/upkeep.ts'
import { command } from './trial.ts'

/**
 *   npm run bench -- growth                                   one cell at 100,000, 1,000,000 and 10,000,000 chunks; hours
 *   npm run bench -- growth --sizes 100000,1000000 --cells 2  the same amounts, half in each of two cells
 *   npm run bench -- growth --sizes 1000000 --name big --keep keeps the clusters; the next run with this name goes on
 *   --containers-of 100                                       chunks of a container
 *   --most-gb 45                                              refuses what would make the databases larger
 *   --only load                                               loads, vacuums and builds, and measures nothing
 *
 * Fills cells by SQL with generated texts and vectors, without tokens, and measures at each size: searches, adds, lists,
 * bytes, memory, builds of indexes and vacuum. Each size goes on from the one before. Small containers are drawn from all
 * organizations. Between requests a control statement runs whose cost does not depend on the size, so ratios to it can be compared
 * across hours on a shared machine. The first organization of each cell has up to a million chunks and is searched whole; the
 * others have 45,000. The last line is one JSON object with `ok`; `npm run bench -- draw-scale` draws it.
 */
type Options = { sizes: string; cells: number; containersOf: number; mostGb: number; only: string }

/** The first promise of the design: a search costs by its container, not by its cell. */
const goals = { slowdown: 1.2, bytesPerChunk: 6 * 1024 }

const run = command({
  options: { sizes: '100000,1000000,10000000', cells: 1, containersOf: 100, mostGb: 45, only: '' } as Options,
  deadlineSeconds: ({ sizes }) => 7_200 + Math.max(...readSizes(sizes)) / 500,
  async run(trial, options) {
    const sizes = readSizes(options.sizes)
    const scene = await openScene(trial, options.cells, organizationsFor(sizes.at(-1)! / options.cells))
    await setAutovacuum(scene, 'off')
    const measured: SizeFigures[] = []
    try {
      for (const size of sizes) {
        const figures = await growTo(scene, size, options)
        if (!figures) continue
        measured.push(figures)
        Object.assign(trial.figures, { [`chunks_${size}`]: figures })
        // Also in a file of a run that does not get to its end.
        process.stdout.write(`${JSON.stringify(figures)}\n`)
      }
    } finally {
      await setAutovacuum(scene, 'on')
    }
    if (measured.length === 0) return options.only === 'load'
    const missed = missedGoals(measured)
    Object.assign(trial.figures, { bench: ['growth'], largest: sizes.at(-1), goals, missed })
    for (const goal of missed) say(`missed: ${goal}`)
    return missed.length === 0 && trial.processes.crashes === 0
  },
})

function readSizes(text: string): number[] {
  const sizes = text.split(',').map(Number)
  if (sizes.some(size => !(size >= 1_000))) throw new Error('--sizes takes numbers of at least 1000')
  return sizes.toSorted((a, b) => a - b)
}

/** Undefined: nothing was measured at this size. */
async function growTo(scene: Scene, size: number, options: Options): Promise<SizeFigures | undefined> {
  const { cells, containersOf, only } = options
  if (await isOutgrown(scene, size)) {
    say(`growth: the cells have outgrown ${size} chunks, which is left out`)
    return undefined
  }
  await refuseIfTooLarge(scene.cells, size, options.mostGb)
  const each: CellAtSize[] = []
  for (const cell of scene.cells) {
    say(`growth: ${cell.name} to ${size / cells} chunks`)
    const loaded = await loadCell(scene, cell, size / cells, containersOf)
    await untilIdle(scene, cell)
    const swept = await vacuum(cell)
    const build = await buildIndexes(scene, cell)
    const of = {
      name: cell.name,
      loadedPerSecond: loaded.chunks > 0 ? Math.round(loaded.chunks / loaded.seconds) : null,
      build,
      vacuum: swept,
    }
    say(`growth: ${JSON.stringify(of)}`)
    if (only === 'load') continue
    const figures = { ...of, ...(await measureCell(scene, cell, containersOf)) }
    each.push(figures)
    report(cell, figures)
  }
  if (only === 'load') return undefined
  const measuredAt = new Date().toISOString()
  return { bench: 'growth-size', wanted: size, cells, containersOf, measuredAt, each }
}

/** Measuring adds a little to each size. */
async function isOutgrown({ cells }: Scene, size: number): Promise<boolean> {
  const spaces = await Promise.all(cells.map(({ client }) => readSpace(client)))
  return spaces.reduce((sum, { chunks }) => sum + chunks, 0) > size * 1.1 + 10_000
}

function report({ name }: GrowthCell, { chunks, search, searchOrganization, addToDone }: CellFigures): void {
  const show = (latency: Latency | undefined) =>
    latency
      ? `${latency.p50} ms (p95 ${latency.p95}${latency.ratio ? `, ${latency.ratio} × control` : ''})`
      : 'not measured'
  say(
    `growth: ${name}: ${chunks} chunks: search ${show(search)}, of an organization ${show(searchOrganization)}, add to done ${show(addToDone)}`,
  )
}

/** Compared by the ratios to the control, which leave out how busy the machine was. */
function missedGoals(sizes: readonly SizeFigures[]): string[] {
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!]
  const gaps = sizes.filter(({ each }) =>
    each.some(cell => !cell.search || !cell.searchOrganization || !cell.addToDone),
  )
  const slowdown = (of: 'search' | 'searchMiddle') => {
    const [at, from] = [largest.each[0]![of]?.ratio, smallest.each[0]![of]?.ratio]
    return at !== undefined && from !== undefined ? at / from : 1
  }
  const bytes = sizes.flatMap(({ each }) => each.map(({ bytesPerChunk }) => bytesPerChunk.chunkTables!))
  return [
    ...gaps.map(({ wanted }) => `not everything could be measured at ${wanted} chunks`),
    ...(['search', 'searchMiddle'] as const)
      .filter(of => slowdown(of) > goals.slowdown)
      .map(of => `${of} is ${slowdown(of).toFixed(2)} times as slow at ${largest.wanted} chunks`),
    ...bytes
      .filter(each => each > goals.bytesPerChunk)
      .map(each => `a chunk takes ${each} bytes, not ${goals.bytesPerChunk}`),
  ]
}

await run(process.argv.slice(2))
