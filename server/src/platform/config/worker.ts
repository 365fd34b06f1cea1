import { count, milliseconds, text } from './kinds.ts'

export const workerSettings = {
  WORKER_CELLS: text.describe(
    'Names of the cells that this worker process works in, separated by commas. Default: all. With many cells, give each its own workers, so that connections do not grow with workers times cells. Every cell needs a worker.',
  ),
  WORKER_SLOTS: count
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Lanes that run at once, per worker process and cell. Use one per core with the local embedding model, and more with an HTTP one.',
    ),
  WORKER_READ_SLOTS: count
    .min(1)
    .max(64)
    .default(8)
    .describe(
      'Additional slots for documents that Reverie must first fetch or read from a file. One organization gets at most half of them, so that others need not wait. Each slot may hold one file or four pages in memory.',
    ),
  WORKER_POLL_MS: milliseconds
    .min(20)
    .max(10_000)
    .default(200)
    .describe(
      'Interval at which an idle worker looks for new work. A new document waits at most this long for an idle worker. Lower it to start sooner, at the cost of more small queries.',
    ),
  LEASE_MS: milliseconds
    .min(2_000)
    .max(600_000)
    .default(30_000)
    .describe(
      'Lease of a worker on a document. When a worker crashes, another one takes its documents over after this time. Workers renew the lease every third of it.',
    ),
  RECONCILE_MS: milliseconds
    .min(500)
    .max(600_000)
    .default(30_000)
    .describe(
      'Interval at which Reverie wakes lanes that have due documents. A lost wake delays documents by at most this.',
    ),
  MAX_ATTEMPTS: count
    .min(1)
    .max(100)
    .default(8)
    .describe(
      'Attempts before a document ends as `failed`. Waiting for a model that is down or limits our calls, for the file store or for Postgres does not count as an attempt, but waiting for the site of a link does.',
    ),
  GATE_PROBE_MS: milliseconds
    .min(100)
    .max(600_000)
    .default(5_000)
    .describe(
      'Interval of the probes of a model, file store or directory that is down. Its documents wait, use up no attempt, and continue after the first probe that succeeds. Raise it if a probe costs money.',
    ),
  BULK_MAX_WAIT_SECONDS: count
    .min(0)
    .max(31_536_000)
    .default(21_600)
    .describe(
      'Refuse more batches of over ten documents (429 `backlog.limited`) while the oldest imported document of the organization has waited this long for a worker. Lower it when documents must be searchable soon. 0: accept imports however long they wait.',
    ),
  DREAM_QUIET_MS: milliseconds
    .min(0)
    .max(3_600_000)
    .default(5_000)
    .describe(
      'Time without new documents in a container before dreaming starts. Documents that arrive close together are then processed together.',
    ),
  DREAM_MAX_WAIT_MS: milliseconds
    .min(0)
    .max(86_400_000)
    .default(60_000)
    .describe(
      'Longest time that a document waits for its container to be quiet before dreaming starts anyway.',
    ),
  FORGET_EPISODIC_AFTER_DAYS: count
    .min(0)
    .max(36_500)
    .default(0)
    .describe(
      'Days after which dreaming forgets memories of events and plans, counted from the date of the event. Facts and preferences stay. 0: never.',
    ),
}
