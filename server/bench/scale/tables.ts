import type { CellAtSize, SizeFigures } from '../growth/figures.ts'
import type { ProcessorCost } from '../growth/processor-meter.ts'
import type { Latency } from '../growth/requests.ts'
import type { ScaleFigures } from './figures.ts'
import { toTable } from './markdown.ts'

type Row = [name: string, value: (cell: CellAtSize) => string]

const notMeasured = 'not measured'
const ms = (latency: Latency | undefined) =>
  latency ? `${number(latency.p50)} / ${number(latency.p95)} ms` : notMeasured
const times = (latency: Latency | undefined) => (latency?.ratio === undefined ? '' : latency.ratio.toFixed(2))
const cost = (of: ProcessorCost | undefined) =>
  of
    ? [
        `${number(of.api)} API`,
        `${number(of.postgres)} Postgres`,
        ...(of.worker === undefined ? [] : [`${number(of.worker)} worker`]),
      ].join(', ')
    : notMeasured
const orNone = (value: number | null | undefined, unit: string) =>
  value === null || value === undefined ? '' : `${number(value)} ${unit}`

const rows: Row[] = [
  ['Chunks in the cell', ({ chunks }) => number(chunks)],
  ['Containers', ({ containers }) => number(containers)],
  ['Organizations', ({ organizations }) => number(organizations)],
  ['Search, container of 100 chunks, p50 / p95', ({ search }) => ms(search)],
  ['… as a multiple of the control', ({ search }) => times(search)],
  ['… processor time, ms', ({ search }) => cost(search?.cost)],
  ['… the first since the load', ({ searchFirst }) => ms(searchFirst)],
  ['… 8 at once', ({ search8 }) => ms(search8)],
  ['Search, container of 10,000 chunks', ({ searchMiddle }) => ms(searchMiddle)],
  ['… as a multiple of the control', ({ searchMiddle }) => times(searchMiddle)],
  ['Search, container of 200,000 chunks (HNSW)', ({ searchLarge }) => ms(searchLarge)],
  ['Search of an organization', ({ searchOrganization }) => ms(searchOrganization)],
  ['… processor time, ms', ({ searchOrganization }) => cost(searchOrganization?.cost)],
  ['… that has so many chunks', ({ organizationChunks }) => number(organizationChunks)],
  ['Add until `done`', ({ addToDone }) => ms(addToDone)],
  ['… processor time, ms', ({ addCost }) => cost(addCost)],
  ['Profile', ({ profile }) => ms(profile)],
  ['List of ten documents', ({ list }) => ms(list)],
  ['Control statement, p50', ({ search }) => orNone(search?.control, 'ms')],
  ['Bytes for each chunk, tables of chunks', ({ bytesPerChunk }) => orNone(bytesPerChunk.chunkTables, '')],
  ['… documents and containers', ({ bytesPerChunk }) => orNone(bytesPerChunk.other, '')],
  ['Whole database', ({ databaseMb }) => orNone(databaseMb, 'MB')],
  ['Memory of the API process', ({ memory }) => orNone(memory.apiMb, 'MB')],
  ['… of the worker process', ({ memory }) => orNone(memory.workerMb, 'MB')],
  ['… of Postgres: shared', ({ memory }) => orNone(memory.sharedMb, 'MB')],
  [
    '… of Postgres: its processes',
    ({ memory }) => `${number(memory.backendsMb)} MB (${memory.backends} processes)`,
  ],
  ['Loading by SQL, chunks a second', ({ loadedPerSecond }) => orNone(loadedPerSecond, '')],
  ['Building the index of the organization: words', ({ build }) => orNone(build.words, 's')],
  ['… vectors', ({ build }) => orNone(build.vectors, 's')],
  ['Building the index of the container of 200,000', ({ build }) => orNone(build.container, 's')],
  ['Vacuum and analyze after the load', ({ vacuum }) => orNone(vacuum.first, 's')],
  ['Vacuum after 1 % was written again', ({ vacuum }) => orNone(vacuum.later, 's')],
  ['Processor time taken by other virtual machines', ({ processor }) => percent(processor.stolen)],
  ['Measured', () => ''],
]

export function growthTable(sizes: readonly SizeFigures[]): string {
  const ofOne = sizes.filter(({ cells }) => cells === 1)
  if (ofOne.length === 0) return ''
  const lines = rows.map(([name, value]) => [
    name,
    ...ofOne.map(({ each, measuredAt }) =>
      name === 'Measured' ? measuredAt.slice(0, 16).replace('T', ' ') : value(each[0]!),
    ),
  ])
  return toTable(['One cell', ...ofOne.map(() => '')], lines)
}

export function cellsTable(sizes: readonly SizeFigures[]): string {
  const several = sizes.filter(({ cells }) => cells > 1).map(({ wanted }) => wanted)
  if (several.length === 0) return ''
  const lines = sizes
    .filter(({ wanted }) => several.includes(wanted))
    .toSorted((a, b) => a.wanted - b.wanted || a.cells - b.cells)
    .flatMap(({ wanted, cells, each }) =>
      each.map(cell => [
        ...[number(wanted), `${cells}`, cell.name, ms(cell.search), times(cell.search), ms(cell.search8)],
        ...[ms(cell.searchOrganization), ms(cell.addToDone), orNone(cell.bytesPerChunk.chunkTables, '')],
      ]),
    )
  return toTable(
    [
      ...['Chunks in all cells', 'Cells', 'Cell', 'Search of a container', '… to the control', '… 8 at once'],
      ...['Search of its first organization', 'Add until `done`', 'Bytes for each chunk'],
    ],
    lines,
  )
}

export function soakTable(soak: ScaleFigures['soak']): string {
  if (!soak) return ''
  const lines = pick(soak.minutes, 12).map(minute => [
    ...[`${minute.minute}`, `${number(minute.searches.accepted)}, ${number(minute.searches.refused)}`],
    spread(minute.searches),
    ...[`${number(minute.adds.accepted)}, ${number(minute.adds.refused)}`, spread(minute.adds)],
    ...[number(minute.searches.failed + minute.adds.failed), number(minute.done), number(minute.documents)],
    ...[`${number(minute.oldestSeconds)} s`, orNone(minute.apiMb, 'MB'), percent(minute.processor.stolen)],
  ])
  return toTable(
    [
      ...['Minute', 'Searches accepted, refused', 'p50 / p95 / p99, ms', 'Adds accepted, refused'],
      ...['p50 / p95 / p99, ms', 'Failed', 'Documents done', 'Documents due', 'Oldest', 'API', 'Stolen'],
    ],
    lines,
  )
}

type Spread = { p50: number | null; p95: number | null; p99: number | null }

const spread = ({ p50, p95, p99 }: Spread) =>
  [p50, p95, p99].map(value => (value === null ? 'none' : number(value))).join(' / ')

/** All, or so many at equal distances with the first and the last. */
function pick<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]!)
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
const percent = (share: number) => `${number(100 * share)} %`
