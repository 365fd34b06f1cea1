import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../sdk/test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Two cores: each file has its own database and, often, its own server and worker.
    maxWorkers: 2,
    // Tests that load onnxruntime in their own process, not in a thread of ours, must not send its telemetry either.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // A hang, not a slow machine, is what these are for: at seven times the load of two cores a few took over 30 s.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
