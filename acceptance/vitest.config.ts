import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs files in order of their names. Vitest's default order depends on earlier runs, so a clean machine would
 * differ.
 */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId, 'en'))
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts', 'clients/*.test.ts'],
    // One file at a time: some tests keep the workers busy on purpose, and others wait for the workers.
    fileParallelism: false,
    sequence: { sequencer: ByName },
    // These limits catch a hang, not a slow machine: a test may wait twice for something slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
