import type { Embedder } from '../../src/platform/providers/embedding/embedder.ts'
import type { Figure } from './figure.ts'

/** Shared inputs of every part of the benchmark. */
export type Bench = {
  /** A migrated, empty database for this part. */
  databaseUrl: string
  isQuick: boolean
  /** Whether to load a million chunks too, in one container and over a thousand. */
  isLarge: boolean
  /** Number of chats; by default it follows from the size of the run. */
  chats?: number
  /** Number of containers of the organization that is searched whole. */
  containers?: number
  /** Folder of the public data sets; parts that need a missing one are skipped. */
  dataDir: string
  /** The bundled model for both sides, opened on first use. */
  localEmbedder(): Promise<Embedder>
}

/** Undefined when it could not be measured here; the reason was printed. */
export type Part = (bench: Bench) => Promise<Figure[] | undefined>
