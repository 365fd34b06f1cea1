/** The test file that runs in this process. The examples use the harness without vitest, so the harness can't ask it. */
export const runningFile = { path: 'none' }
