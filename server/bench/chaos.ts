/**
 * Proves the promises of Reverie from the outside, on real processes and Postgres clusters of its own:
 *
 *   npm run chaos -- [kill]      documents survive killed workers, a crashing Postgres and a lost queue
 *   npm run chaos -- cells       a cell that is down stops only its own organizations
 *   npm run chaos -- outages     models, file store, directory, cells and disks that are away for long fail no document
 *   npm run chaos -- dreams      memories are the same whether or not workers and Postgres are killed
 *   npm run chaos -- llm-dreams  the same with a slow, overloaded language model that talks rubbish; counts repeated payments
 *   npm run chaos -- upgrades    an upgrade under traffic delays no search and fails no request; `--rows 1000000`
 *   npm run chaos -- latency     a text is found within a second of its POST
 *   npm run chaos -- scale-out   more worker processes drain one container faster
 *   npm run chaos -- fairness    a flood does not delay other organizations, in however many containers it comes
 *   npm run chaos -- overload    three times the load it can bear: fast answers for some, fast refusals for the rest
 *   npm run chaos -- hostile-load  hostile texts delay nobody else, and end; `--mb 10 --kill 1`
 *   npm run chaos -- uploads     files of all kinds end while workers are killed
 *   npm run chaos -- lost-commits  rows, files and answers agree when the answer to any commit is lost
 *   npm run chaos -- webhooks    every event arrives at its webhook while workers are killed
 *
 *   npm run chaos -- --all       all of them, with a table of how often what was done and what was seen; `--small` as in CI
 *
 * Each scenario lists its options at the top: `--documents 300`. `--small` is the size of CI. `--keep` keeps clusters and logs; `--name other`
 * allows a second run at the same time, which would otherwise replace the first one's clusters (`chaos-a`,
 * `chaos-b`). Progress goes to standard error; the last line of standard output is one JSON object with the figures
 * and `ok`.
 */
import { runAll } from './chaos-all.ts'
import { isScenarioName, lineOf, type ScenarioName } from './chaos-table.ts'
import { cells } from './scenarios/cells.ts'
import { dreams } from './scenarios/dreams.ts'
import { fairness } from './scenarios/fairness.ts'
import { hostileLoad } from './scenarios/hostile-load.ts'
import { kill } from './scenarios/kill.ts'
import { latency } from './scenarios/latency.ts'
import { llmDreams } from './scenarios/llm-dreams.ts'
import { lostCommits } from './scenarios/lost-commits.ts'
import { outages } from './scenarios/outages.ts'
import { overload } from './scenarios/overload.ts'
import { scaleOut } from './scenarios/scale-out.ts'
import { upgrades } from './scenarios/upgrades.ts'
import { uploads } from './scenarios/uploads.ts'
import { webhooks } from './scenarios/webhooks.ts'

const scenarios: Record<ScenarioName, (args: string[]) => Promise<never>> = {
  kill,
  cells,
  outages,
  dreams,
  'llm-dreams': llmDreams,
  upgrades,
  latency,
  'scale-out': scaleOut,
  fairness,
  overload,
  'hostile-load': hostileLoad,
  uploads,
  'lost-commits': lostCommits,
  webhooks,
}

const args = process.argv.slice(2)
const isSmall = args.includes('--small')
if (args.includes('--all')) await runAll(isSmall)
const isNamed = args[0] !== undefined && !args[0].startsWith('-')
const name = isNamed ? args[0]! : 'kill'
if (!isScenarioName(name)) {
  console.error(`There is no scenario "${name}"; there are: ${Object.keys(scenarios).join(', ')}.`)
  process.exit(2)
}
const given = args.slice(isNamed ? 1 : 0).filter(arg => arg !== '--small')
const small = isSmall ? (lineOf(name).small ?? '') : ''
await scenarios[name]([...small.split(' ').filter(Boolean), ...given])
