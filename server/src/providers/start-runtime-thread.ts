import { Worker } from 'node:worker_threads'

/**
 * Starts a thread that loads onnxruntime; every such thread starts here. Since 1.30 the runtime writes a lasting device id
 * below `~/.cache/Microsoft` at the first model load, and looks up its collector's host within 20 s.
 *
 * The runtime reads this variable with getenv. Only the main thread's `process.env` is the environment of the process: a
 * thread has a copy of its own, so setting it there would change nothing.
 */
export function startRuntimeThread(entry: URL, name: string, workerData: unknown): Worker {
  process.env.ORT_DISABLE_TELEMETRY = '1'
  return new Worker(entry, { workerData, name })
}
