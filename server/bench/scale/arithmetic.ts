import type { CellAtSize, SizeFigures } from '../growth/figures.ts'
import { toTable } from './markdown.ts'

/** Bytes of a chunk's token signs, which the bench leaves out (decision 48). */
const tokenBytes = 7_116

const amounts = [1e6, 1e7, 1e8, 1e9, 1e11]
/** A cell that is restored from its backup within hours. */
const chunksPerCell = 1e8

/** The bytes and the processor time of the largest cell that was measured, multiplied out. */
export function arithmeticTable(sizes: readonly SizeFigures[]): string {
  const largest = sizes.filter(({ cells }) => cells === 1).at(-1)?.each[0]
  if (!largest) return ''
  const bytes = largest.bytesPerChunk.chunkTables! + largest.bytesPerChunk.other!
  const line = (name: string, value: (chunks: number) => string) => [name, ...amounts.map(value)]
  const table = toTable(
    ['Chunks', ...amounts.map(power)],
    [
      line(`Disk without tokens (${bytes.toLocaleString('en-US')} bytes a chunk)`, n => size(n * bytes)),
      line('Disk with tokens (7,116 bytes more)', n => size(n * (bytes + tokenBytes))),
      line('Cells of 10⁸ chunks', n => String(Math.max(1, Math.ceil(n / chunksPerCell)))),
    ],
  )
  return `${table}\n\n${processorOf(largest)}`
}

function processorOf({ search, addCost }: CellAtSize): string {
  const perSearch = search?.cost && search.cost.api + search.cost.postgres
  const perAdd = addCost && addCost.api + addCost.postgres + (addCost.worker ?? 0)
  const perCore = (ms: number) =>
    `${ms.toFixed(1)} ms of a core, so ${Math.floor(1_000 / ms)} a second for each core`
  return [
    ...(perSearch ? [`A search of a container of 100 chunks takes ${perCore(perSearch)}.`] : []),
    ...(perAdd
      ? [
          `An add of one short chunk, each to another container, takes ${perCore(perAdd)}, until it is \`done\` and without its embedding.`,
        ]
      : []),
  ].join(' ')
}

const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const power = (n: number) =>
  `10${[...String(Math.round(Math.log10(n)))].map(digit => digits[Number(digit)]).join('')}`

const units = [
  [1e15, 'PB'],
  [1e12, 'TB'],
  [1e9, 'GB'],
] as const

function size(bytes: number): string {
  const [unit, name] = units.find(([least]) => bytes >= least) ?? units[2]
  return `${Number((bytes / unit).toPrecision(2))} ${name}`
}
