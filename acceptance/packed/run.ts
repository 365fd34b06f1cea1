import { Newcomer } from '../first-hour/newcomer.ts'
import { Stopwatch } from '../first-hour/stopwatch.ts'
import { startPacked } from './start-packed.ts'

/**
 * `npm run acceptance -- packed` starts Reverie as somebody without a clone would: it packs the server, serves the archive from a
 * registry on loopback, and runs the commands of README.md as printed, in an empty folder with an empty home directory, up to
 * a memory that is recalled. Needs `npm run build`. Prints the seconds of each step; the last line is one JSON object.
 */
const newcomer = new Newcomer()
const watch = new Stopwatch('packed')
let failure: string | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  await startPacked(newcomer, watch)
} catch (error) {
  failure = error instanceof Error ? error.message : String(error)
  console.error(failure)
} finally {
  newcomer.remove()
}
const seconds = Math.round(watch.steps.reduce((sum, step) => sum + step.seconds, 0))
console.log(JSON.stringify({ steps: watch.steps, seconds, ok: failure === undefined }))
if (failure !== undefined) process.exitCode = 1
