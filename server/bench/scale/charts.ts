import type { CellAtSize, SizeFigures } from '../growth/figures.ts'
import type { Latency } from '../growth/requests.ts'
import type { SoakMinute } from '../soak/figures.ts'
import { type Chart, drawChart, type Series } from './chart.ts'
import type { ScaleFigures } from './figures.ts'

/** All charts of docs/scale.md by name. One without points has not been measured yet. */
export function allCharts(figures: ScaleFigures): Record<string, Chart> {
  return { ...growthCharts(figures.sizes), ...cellCharts(figures.sizes), ...soakCharts(figures.soak) }
}

export const hasPoints = ({ series }: Chart) => series.some(({ points }) => points.length > 0)

/** Those that have points, by file name. */
export function drawAll(figures: ScaleFigures): Map<string, string> {
  const drawn = Object.entries(allCharts(figures)).filter(([, chart]) => hasPoints(chart))
  return new Map(drawn.map(([name, chart]) => [`${name}.svg`, drawChart(chart)]))
}

const chunksAxis = { label: 'chunks in the cell', isLog: true }
const milliseconds = { label: 'ms' }

type ValueOf = (cell: CellAtSize) => number | null | undefined

function growthCharts(sizes: readonly SizeFigures[]): Record<string, Chart> {
  const cells = sizes.filter(({ cells }) => cells === 1).map(({ each }) => each[0]!)
  const over = (name: string, value: ValueOf): Series => ({
    name,
    points: cells.flatMap(cell => toPoint(cell.chunks, value(cell))),
  })
  const both = (name: string, of: (cell: CellAtSize) => Latency | undefined): Series[] => [
    over(`${name}, p50`, cell => of(cell)?.p50),
    { ...over(`${name}, p95`, cell => of(cell)?.p95), dashed: true },
  ]
  return {
    search: {
      title: 'Search of one container while the cell grows',
      x: chunksAxis,
      y: milliseconds,
      series: [
        ...both('100 chunks', cell => cell.search),
        ...both('100 chunks, first search', cell => cell.searchFirst),
        ...both('10,000 chunks', cell => cell.searchMiddle),
      ],
    },
    cost: {
      title: 'Processor time of a request while the cell grows',
      x: chunksAxis,
      y: { label: 'ms of a core' },
      series: [
        over('search: API', ({ search }) => search?.cost?.api),
        over('search: Postgres', ({ search }) => search?.cost?.postgres),
        over('add: API', ({ addCost }) => addCost?.api),
        over('add: Postgres', ({ addCost }) => addCost?.postgres),
        over('add: worker', ({ addCost }) => addCost?.worker),
      ],
    },
    organization: {
      title: 'Search of a whole organization while the cell grows',
      x: chunksAxis,
      y: milliseconds,
      series: both('organization of up to 1M chunks', cell => cell.searchOrganization),
    },
    requests: {
      title: 'Other requests while the cell grows',
      x: chunksAxis,
      y: milliseconds,
      series: [
        ...both('add to done', cell => cell.addToDone),
        ...both('profile', cell => cell.profile),
        ...both('list', cell => cell.list),
      ],
    },
    bytes: {
      title: 'Bytes for each chunk, by table',
      x: chunksAxis,
      y: { label: 'bytes' },
      series: [
        over('all tables of chunks', ({ bytesPerChunk }) => bytesPerChunk.chunkTables),
        over('vectors', ({ bytesPerChunk }) => bytesPerChunk.chunk_vectors),
        over('words', ({ bytesPerChunk }) => bytesPerChunk.chunk_terms),
        over('texts', ({ bytesPerChunk }) => bytesPerChunk.chunks),
        over('documents and containers', ({ bytesPerChunk }) => bytesPerChunk.other),
      ],
    },
    upkeep: {
      title: 'Seconds of upkeep',
      x: chunksAxis,
      y: { label: 'seconds', isLog: true },
      series: [
        over('vacuum after a load', ({ vacuum }) => vacuum.first),
        over('vacuum after 1 % was written again', ({ vacuum }) => vacuum.later),
        over('index of an organization: words', ({ build }) => build.words),
        over('index of an organization: vectors', ({ build }) => build.vectors),
        over('index of a container of 200,000 chunks', ({ build }) => build.container),
      ],
    },
  }
}

/** The largest amount that was measured in several numbers of cells. */
function cellCharts(sizes: readonly SizeFigures[]): Record<string, Chart> {
  const amounts = sizes.filter(({ cells }) => cells > 1).map(({ wanted }) => wanted)
  const compared = sizes
    .filter(({ wanted }) => wanted === Math.max(...amounts))
    .toSorted((a, b) => a.cells - b.cells)
  const mean = (name: string, value: ValueOf): Series => ({
    name,
    points: compared.flatMap(({ cells, each }) => {
      const values = each.map(value).filter(one => one !== null && one !== undefined)
      return toPoint(
        cells,
        values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : null,
      )
    }),
  })
  return {
    cells: {
      title: 'The same amount in 1, 2 and 4 cells on one machine',
      x: { label: 'cells', ticks: compared.map(({ cells }) => cells) },
      y: milliseconds,
      series: [
        mean('search of a container, p50', ({ search }) => search?.p50),
        mean('add to done, p50', ({ addToDone }) => addToDone?.p50),
        mean('search of an organization, p50', ({ searchOrganization }) => searchOrganization?.p50),
      ],
    },
  }
}

function soakCharts(soak: ScaleFigures['soak']): Record<string, Chart> {
  const minutes = soak?.minutes ?? []
  const over = (name: string, value: (minute: SoakMinute) => number | null | undefined): Series => ({
    name,
    points: minutes.flatMap(minute => toPoint(minute.minute, value(minute))),
  })
  const x = { label: 'minute' }
  return {
    'soak-searches': {
      title: 'Searches under load, by minute',
      x,
      y: milliseconds,
      series: [
        over('p50', ({ searches }) => searches.p50),
        over('p95', ({ searches }) => searches.p95),
        over('p99', ({ searches }) => searches.p99),
      ],
    },
    'soak-adds': {
      title: 'Adds under load, by minute',
      x,
      y: milliseconds,
      series: [
        over('p50', ({ adds }) => adds.p50),
        over('p95', ({ adds }) => adds.p95),
        over('p99', ({ adds }) => adds.p99),
      ],
    },
    'soak-answers': {
      title: 'Requests in each minute',
      x,
      y: { label: 'requests' },
      series: [
        over('searches accepted', ({ searches }) => searches.accepted),
        { ...over('searches refused', ({ searches }) => searches.refused), dashed: true },
        over('adds accepted', ({ adds }) => adds.accepted),
        { ...over('adds refused', ({ adds }) => adds.refused), dashed: true },
        over('documents done', ({ done }) => done),
        over('failed requests', ({ searches, adds }) => searches.failed + adds.failed),
      ],
    },
    'soak-memory': {
      title: 'Memory under load',
      x,
      y: { label: 'MB' },
      series: [
        over('API process', ({ apiMb }) => apiMb),
        over('worker process', ({ workerMb }) => workerMb),
        over('Postgres: all backends together', ({ backendsMb }) => backendsMb),
      ],
    },
    'soak-backlog': {
      title: 'Documents that wait',
      x,
      y: { label: 'documents; seconds' },
      series: [
        over('documents due', ({ documents }) => documents),
        over('age of the oldest, in seconds', ({ oldestSeconds }) => oldestSeconds),
      ],
    },
  }
}

function toPoint(x: number, y: number | null | undefined): [number, number][] {
  return y === null || y === undefined ? [] : [[x, y]]
}
