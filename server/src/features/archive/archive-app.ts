import type { Db } from '../../platform/db/tx.ts'
import type { DocumentsApp } from '../documents/add-document.ts'
import type { FilesApp } from '../documents/upload-file.ts'
import type { MemoriesApp } from '../memories/add-memories.ts'
import type { SettingsApp } from '../settings/update-settings.ts'
import type { JobRow } from './job-store.ts'

/** The dependencies of exports and imports. */
export type ArchiveApp = DocumentsApp &
  Pick<MemoriesApp, 'embedder' | 'nextEmbedder'> &
  Pick<FilesApp, 'blobs' | 'maxFileBytes'> &
  Pick<SettingsApp, 'secretsKey'>

/** One step of a job: the job as it was claimed, and the time that the step may take. */
export type Step = {
  job: JobRow
  /** Aborted when another worker has taken the job over, or this one stops. */
  signal: AbortSignal
  /** True when the step has lasted long enough, or the worker stops. */
  isOver(): boolean
  /** Stores progress. Throws when the job is no longer ours. */
  save(write: (db: Db) => Promise<boolean>): Promise<void>
}
