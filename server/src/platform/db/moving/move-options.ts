import type pg from 'pg'
import type { CellAddress } from '../addresses.ts'
import type { HandOverStep } from './hand-over.ts'

export type MoveOptions = {
  addresses: readonly CellAddress[]
  directory: pg.Client
  /** The address of the source as the server of the target reaches it. Default: the one that we use. */
  sourceUrl?: string | undefined
  /** The share of the time that may be spent copying and deleting, in percent. */
  load: number
  /** Builds what searches need in the target before it serves the shards. */
  prepareTarget(cell: string): Promise<void>
  onProgress(message: string): void
  onStep?: ((step: MoveStep) => void | Promise<void>) | undefined
}

/** A step that is done, in a move or in taking it back. */
export type MoveStep =
  | HandOverStep
  | 'guarded'
  | 'copied'
  | 'prepared'
  | 'unsubscribed'
  | 'cleared'
  | 'forgotten'
