import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../sdk/test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Two cores: each file has its own database and, often, its own server and worker.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
