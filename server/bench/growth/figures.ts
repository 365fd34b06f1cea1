import type { Memory } from './machine.ts'
import type { ProcessorCost } from './processor-meter.ts'
import type { Latency } from './requests.ts'
import type { BuildSeconds, VacuumSeconds } from './upkeep.ts'

/** A line of the output of `npm run bench -- growth`: all cells at one size. */
export type SizeFigures = {
  bench: 'growth-size'
  /** Chunks of all cells together that were asked for. */
  wanted: number
  cells: number
  containersOf: number
  measuredAt: string
  each: CellAtSize[]
}

export type CellAtSize = CellFigures & {
  name: string
  loadedPerSecond: number | null
  build: BuildSeconds
  vacuum: VacuumSeconds
}

/** Requests, as far as they could be measured. */
export type RequestFigures = {
  /** The first search of each container since the load. */
  searchFirst?: Latency
  /** Another search of the same containers. */
  search?: Latency
  search8?: Latency
  searchMiddle?: Latency
  searchLarge?: Latency
  searchOrganization?: Latency
  profile?: Latency
  list?: Latency
  addToDone?: Latency
  /** Adds arrive eight at a time. Counted until all are `done`. */
  addCost?: ProcessorCost
}

export type CellFigures = RequestFigures & {
  chunks: number
  containers: number
  organizations: number
  /** Chunks of the organization that is searched whole. */
  organizationChunks: number
  /** By table, without the indexes of single organizations and containers; `other` are documents and containers. */
  bytesPerChunk: Record<string, number>
  databaseMb: number
  memory: Memory
  processor: { stolen: number; idle: number }
}
