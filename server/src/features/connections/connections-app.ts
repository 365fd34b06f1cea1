import type { Connectors } from '../../platform/connectors/registry.ts'
import type { Exchange } from '../../platform/connectors/source-http.ts'
import type { Cells } from '../../platform/db/cells.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'

/** What connections need of the outside. */
export type SourceParts = {
  connectors: Connectors
  exchange: Exchange
  resolve(host: string): Promise<string>
  /** Folders of the server that connectors may read. */
  allowedFolders: readonly string[]
  /** A folder for temporary files of connectors. */
  workFolder: string
  /** The `User-Agent` of requests to sources. */
  userAgent: string
  /** Where providers reach this server; empty when the operator has not said. */
  publicUrl: string
}

export type ConnectionsApp = {
  cells: Cells
  wakes: Wakes
  secretsKey: Buffer
  oldSecretsKeys: readonly Buffer[]
  maxFileBytes: number
  maxTextBytes: number
  sources: SourceParts
}
