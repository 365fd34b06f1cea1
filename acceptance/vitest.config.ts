import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By name. Vitest's own order follows what it remembers of earlier runs, so a clean machine runs another one. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId, 'en'))
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts', 'clients/*.test.ts'],
    // One file at a time: some keep the workers busy on purpose, and others wait for them.
    fileParallelism: false,
    sequence: { sequencer: ByName },
    // A hang, not a slow machine, is what these are for: a test may wait twice for what takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
