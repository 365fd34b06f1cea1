import { Worker } from 'node:worker_threads'

/**
 * Starts a thread; every thread of the process starts here, because some load onnxruntime. Since 1.30 the runtime writes a
 * lasting device id below `~/.cache/Microsoft` at the first model load, and looks up its collector's host within 20 s.
 *
 * The runtime reads this variable with getenv. Only the main thread's `process.env` is the environment of the process: a
 * thread has a copy of its own, so setting it there would change nothing.
 *
 * A thread that needs more than `maxHeapMb` of JavaScript heap ends with an error; the process goes on.
 */
export function startRuntimeThread(
  entry: URL,
  name: string,
  workerData: unknown,
  maxHeapMb?: number,
): Worker {
  process.env.ORT_DISABLE_TELEMETRY = '1'
  const limits = maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }
  return new Worker(entry, { workerData, name, ...limits })
}
