import type { ConnectionRow } from '../../features/connections/connection-store.ts'
import type { ConnectionsApp } from '../../features/connections/connections-app.ts'
import type { RunRow } from '../../features/connections/run-store.ts'
import type { DocumentsApp } from '../../features/documents/add-document.ts'
import type { FilesApp } from '../../features/documents/upload-file.ts'
import type { Principal } from '../../platform/access/principal.ts'
import type { Connector, Source } from '../../platform/connectors/connector.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { QuietBatches } from './quiet-batches.ts'

/** The dependencies of the sync. */
export type SyncApp = ConnectionsApp &
  DocumentsApp &
  Pick<FilesApp, 'blobs' | 'maxFileBytes'> & {
    leaseMs: number
    /** How long a step lasts before others get their turn. */
    stepMs?: number
    stopping: AbortSignal
    onError(error: unknown): void
    onRun?(outcome: 'completed' | 'failed', seconds: number): void
  }

/** One step of work on a connection. */
export type BaseStep = {
  app: SyncApp
  principal: Principal
  connection: ConnectionRow
  signal: AbortSignal
  /** True when the step has lasted long enough, or the worker stops. */
  isOver(): boolean
  /** Writes in the cell of the connection. Throws when the connection is no longer ours. */
  save<T>(write: (db: Db) => Promise<T>): Promise<T>
  /** Reads there. */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>
}

/** One step of a run. */
export type SyncStep = BaseStep & {
  run: RunRow
  connector: Connector
  source: Source<unknown, unknown>
  quiet: QuietBatches
}
