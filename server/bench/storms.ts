/**
 * Storms: random requests of many clients with random faults, compared with a simple model and with the invariants of every
 * table and file.
 *
 *   npm run bench -- storms                               twenty storms
 *   npm run bench -- storms --count 1000                  a long run; about six seconds each
 *   npm run bench -- storms --seed 4711                   this storm again
 *   npm run bench -- storms --seed 4711 --path 0:3:1      a smaller form of it, as a failure printed it
 *   npm run bench -- storms --faults killApi,loseCommit   only these faults
 *
 * A storm that fails is made smaller for `--shrink-seconds`, and printed. The last line is one JSON object with `ok`. `--keep`
 * keeps the cluster and the logs.
 */
import { say } from '../measure/report.ts'
import { endOfRun } from './storms/end-of-run.ts'
import { runSeed, type StormOptions, type Tally } from './storms/run-seed.ts'
import { openWorld } from './storms/world.ts'
import { command } from './trial.ts'

const usualCount = 20
const secondsPerStorm = 60

const options = { count: 0, seed: 0, path: '', clients: 4, steps: 16, shrinkSeconds: 60, faults: '' }

const storms = command({
  options,
  deadlineSeconds: ({ count, shrinkSeconds }) =>
    300 + (count || usualCount) * secondsPerStorm + 2 * shrinkSeconds,
  async run(trial, given: typeof options) {
    const { seed, count } = given
    const first = seed || 1 + Math.floor(Math.random() * 1e9)
    const tally: Tally = { storms: 0, steps: 0, failed: [], faults: {}, answers: {} }
    Object.assign(trial.figures, { firstSeed: first, ...tally })
    const world = await openWorld(trial)
    try {
      // A seed alone means that one storm.
      for (let n = 0; n < (count || (seed ? 1 : usualCount)); n++) {
        await runSeed(world, first + n, given satisfies StormOptions, tally)
        Object.assign(trial.figures, tally)
      }
      const left = await endOfRun(world)
      for (const line of left) say(`at the end: ${line}`)
      Object.assign(trial.figures, { violationsAtTheEnd: left.length, crashes: trial.processes.crashes })
      return tally.failed.length === 0 && left.length === 0
    } finally {
      await world.close()
    }
  },
})

await storms(process.argv.slice(2))
