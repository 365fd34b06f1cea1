import { collectFiles } from '../../../features/containers/upkeep/collect-files.ts'
import type { BlobStore } from '../../../platform/blobs/blob-store.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import type { Logger } from '../../../platform/telemetry/logger.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { reportFailures } from './report-failures.ts'

export type CollectorParts = {
  cells: Cells
  blobs: BlobStore
  config: { BLOB_GRACE_MS: number }
  processName: string
  logger: Logger
  metrics: Metrics
}

const name = 'collect_orphan_files'

/** Removes files without a document, for all cells at once. One worker at a time does it. */
export function collectOrphanFiles(parts: CollectorParts): RepeatedTask {
  const { cells, blobs, config, processName, logger, metrics } = parts
  const graceMs = config.BLOB_GRACE_MS
  const stopping = new AbortController()
  const reports = reportFailures(parts)
  metrics.maintenanceFailures.inc({ duty: name }, 0)
  const collecting = repeat(
    graceMs,
    error => reports.failed(name, error),
    async () => {
      const { signal } = stopping
      const collected = await collectFiles({ cells, blobs, graceMs, holder: processName, signal })
      if (!collected) return
      const { orphans, drafts } = collected
      metrics.filesCollected.inc({ kind: 'orphan' }, orphans)
      metrics.filesCollected.inc({ kind: 'draft' }, drafts)
      if (orphans + drafts > 0) logger.info(collected, 'removed files without a document')
    },
  )
  return {
    async stop() {
      stopping.abort()
      await collecting.stop()
    },
  }
}
