import { Newcomer } from './newcomer.ts'
import { debian, docker, own } from './paths.ts'
import { type Step, Stopwatch } from './stopwatch.ts'

/**
 * `npm run acceptance -- first-hour` follows README.md as a newcomer would, in a fresh clone with an empty home
 * directory: all three ways to start, then the first memory, common mistakes and a restart. It prints the seconds of each
 * step; the last line is one JSON object. If a port of README.md is taken, it uses another.
 */
const newcomer = new Newcomer()
const ways = [
  ['debian', debian],
  ['own', own],
  ['docker', docker],
] as const
const steps: Step[] = []
const skipped: string[] = []
let failure: string | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  const watch = new Stopwatch('all')
  await watch.step('clone', () => newcomer.cloneRepository())
  steps.push(...watch.steps)
  for (const [name, way] of ways) {
    const own = new Stopwatch(name)
    if ((await way(newcomer, own).finally(() => steps.push(...own.steps))) === 'skipped') skipped.push(name)
  }
} catch (error) {
  failure = error instanceof Error ? error.message : String(error)
  console.error(failure)
} finally {
  newcomer.remove()
}
const seconds = Math.round(steps.reduce((sum, step) => sum + step.seconds, 0))
console.log(JSON.stringify({ steps, skipped, seconds, ok: failure === undefined }))
if (failure !== undefined) process.exitCode = 1
