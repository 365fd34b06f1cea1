import type { Embedder } from '../../src/providers/embedder.ts'
import type { Figure } from './figure.ts'

/** What every part works with. */
export type Bench = {
  /** A database of its own, migrated and empty. */
  databaseUrl: string
  isQuick: boolean
  /** Also a million chunks, in one container and over a thousand. */
  isLarge: boolean
  /** Where the public data sets are; the parts that need one are left out when it is not there. */
  dataDir: string
  /** The bundled model, opened at its first use, for both sides. */
  localEmbedder(): Promise<Embedder>
}

/** Undefined: could not be measured here, and said why. */
export type Part = (bench: Bench) => Promise<Figure[] | undefined>
