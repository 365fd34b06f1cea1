/**
 * Shows what Reverie promises, on real processes and real Postgres clusters of its own, from the outside:
 *
 *   npm run chaos -- [kill]      documents survive killed workers, a crashing Postgres and a lost queue
 *   npm run chaos -- cells       a cell that is away stops its own organizations only
 *   npm run chaos -- dreams      memories are the same whether or not workers and Postgres are killed
 *   npm run chaos -- llm-dreams  the same with a language model that is slow, busy and talks rubbish, and what is paid for twice
 *   npm run chaos -- latency     a text is found within a second of its POST
 *   npm run chaos -- scale-out   more worker processes drain one container faster
 *   npm run chaos -- fairness    a large backlog does not hold up others
 *   npm run chaos -- hostile-load  texts of hostile shapes hold up nobody else, and end; `--mb 10 --kill 1`
 *   npm run chaos -- uploads     files of all kinds end, whatever they are, while workers are killed
 *   npm run chaos -- lost-commits  rows, files and answers agree when the answer to any commit is lost
 *
 * Options are listed at the top of each scenario: `--documents 300`. `--keep` leaves clusters and logs behind;
 * `--name other` lets a second run go beside a first, whose clusters (`chaos-a`, `chaos-b`) it would replace otherwise.
 * Progress goes to standard error; the last line of standard output is one JSON object with the figures and `ok`.
 */
import { cells } from './scenarios/cells.ts'
import { dreams } from './scenarios/dreams.ts'
import { fairness } from './scenarios/fairness.ts'
import { hostileLoad } from './scenarios/hostile-load.ts'
import { kill } from './scenarios/kill.ts'
import { latency } from './scenarios/latency.ts'
import { llmDreams } from './scenarios/llm-dreams.ts'
import { lostCommits } from './scenarios/lost-commits.ts'
import { scaleOut } from './scenarios/scale-out.ts'
import { uploads } from './scenarios/uploads.ts'

const scenarios = new Map([
  ['kill', kill],
  ['cells', cells],
  ['dreams', dreams],
  ['llm-dreams', llmDreams],
  ['latency', latency],
  ['scale-out', scaleOut],
  ['fairness', fairness],
  ['hostile-load', hostileLoad],
  ['uploads', uploads],
  ['lost-commits', lostCommits],
])

const [first = '', ...rest] = process.argv.slice(2)
const isNamed = first !== '' && !first.startsWith('-')
const run = scenarios.get(isNamed ? first : 'kill')
if (!run) {
  console.error(`There is no scenario "${first}"; there are: ${[...scenarios.keys()].join(', ')}.`)
  process.exit(2)
}
await run(isNamed ? rest : process.argv.slice(2))
