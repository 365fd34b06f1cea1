import { inScope } from '../../src/platform/db/tx.ts'
import { lanes } from '../../src/platform/lanes/lane.ts'
import { claimSlice } from '../../src/platform/lanes/slice.ts'
import { processSlice } from '../../src/processes/pipeline/process-slice.ts'
import type { BenchApp } from '../bare/start-app.ts'

const dreamQuietMs = 3_600_000

/** Claims and processes what was just added to a container, as a worker does, without the time that a wake takes. */
export async function processAppend({ app, organization }: BenchApp, tag: string): Promise<void> {
  const key = await app.containers.resolve(organization, tag)
  const cell = app.cells.of(key.shard)
  const lane = { ...key, kind: lanes.interactive }
  const { documents } = await inScope(cell, { org: key.org }, db =>
    claimSlice(db, lane, { worker: 'bench', leaseMs: 60_000 }),
  )
  if (documents.length !== 1) throw new Error(`${documents.length} documents were due instead of 1`)
  const failures: string[] = []
  const pipeline = {
    ...app,
    chunkSizeOf: async () => undefined,
    maxAttempts: 1,
    dreamQuietMs,
    queueOf: () => app.wakes.ofCell(cell.name),
    onStage: () => undefined,
    onOutcome: (outcome: string) => {
      if (outcome !== 'done') failures.push(outcome)
    },
    onError: (error: unknown) => {
      throw error
    },
  }
  await processSlice(pipeline, cell, documents, new AbortController().signal)
  if (failures.length > 0) throw new Error(`An append ended as ${failures[0]}`)
}
