import { readFileSync, statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a test imports if it starts servers, workers or processes, and therefore takes seconds. */
const slow = /\/(?:harness|run-reverie|database)\.ts'/

/**
 * Slow files first, and larger ones first among them, so that the workers end at about the same time. Vitest would go by
 * the durations of an earlier run, which a clean clone does not have, and then by size alone.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = files.map(file => ({ file, weight: weigh(file.moduleId) }))
    return weighed.toSorted((one, other) => other.weight - one.weight).map(({ file }) => file)
  }
}

function weigh(path: string): number {
  const { size } = statSync(path)
  return slow.test(readFileSync(path, 'utf8')) ? size + 1e9 : size
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      '../sdk/test/**/*.test.ts',
      '../console/test/**/*.test.ts',
    ],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    sequence: { sequencer: SlowFirst },
    // Each file has its own database and, often, its own server and worker. One more than the two cores, because a file
    // waits for much of its time.
    maxWorkers: 3,
    // Loading the server's modules anew for each file took a fifth of the run. No module works at import, so files share.
    isolate: false,
    // Tests that load onnxruntime in their own process, not in a thread of ours, must not send its telemetry either.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // A hang, not a slow machine, is what these are for: at seven times the load of two cores a few took over 30 s.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
