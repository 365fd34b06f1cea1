import { parseArgs } from 'node:util'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { writeSection } from './evaluation-file.ts'
import { openInstallation } from './installation.ts'
import type { Measured, Part, Run } from './memory/part.ts'
import { type PartName, parts } from './memory/parts.ts'
import { describeMemory, isReached } from './memory/report.ts'
import { DataFolder } from './read-data.ts'

/**
 *   npm run eval -- memory                                 measures all parts of memory
 *   npm run eval -- memory --part newerFirst,dates         only these parts
 *   npm run eval -- memory --write                         into docs/evaluation.md
 *   --half tuned|held-out|all   which items (default: held-out)     --limit N     at most this many of each set
 *   --database NAME             keeps the data for the next run     --data FOLDER default ../shared/data
 *   --explain                   prints the failures                 --strict      fails when a goal is missed
 *   --floor newerFirst=0.5,falseSupersession=0.1                    fails when one of these is worse
 *
 * Adds everything through the public API, waits until the memories have formed, and asks through the public API.
 * Needs a Postgres like the tests. Ends with one line of JSON.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    half: { type: 'string', default: 'held-out' },
    limit: { type: 'string', default: '1000' },
    database: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    write: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    floor: { type: 'string', default: '' },
  },
})
const names = (values.part?.split(',') ?? Object.keys(parts)) as PartName[]
for (const name of names)
  if (!parts[name]) throw new Error(`No part is called ${name}: ${Object.keys(parts).join(', ')}`)

const floors = Object.fromEntries(
  values.floor
    .split(',')
    .filter(Boolean)
    .map(each => each.split('=')),
)
for (const name of Object.keys(floors))
  if (!names.includes(name as PartName))
    throw new Error(`There is a floor for ${name}, which is not measured`)

const data = new DataFolder(values.data)
// Documents arrive one by one, so there is nothing to wait for.
const installation = await openInstallation(values.database, { DREAM_QUIET_MS: '0', DREAM_MAX_WAIT_MS: '0' })
const run: Run = {
  client: installation.client,
  data,
  half: values.half as Run['half'],
  limit: Number(values.limit),
}
const measured: Partial<Record<PartName, Measured>> = {}
try {
  for (const name of names) {
    const { failures = [], ...figures } = await parts[name].measure(run)
    measured[name] = figures
    if (values.explain) for (const failure of failures) say(failure)
    say(`${name}: ${JSON.stringify(figures)}`)
    // Written after each part, so that an interrupted run keeps its measurements.
    if (values.write) writeSection('memory', describeMemory(measured, run))
  }
} finally {
  await installation.close()
}
const rates = Object.fromEntries(names.map(name => [name, measured[name]!.rate]))
const n = Object.fromEntries(names.map(name => [name, measured[name]!.n]))
const ok = names.every(name => {
  const isWanted = !values.strict || isReached(parts[name], measured[name]!)
  return (
    isWanted && (!floors[name] || isReached({ wanted: floorOf(name, Number(floors[name])) }, measured[name]!))
  )
})
printFigures({ ...rates, n, half: run.half, seconds: secondsSinceStart() }, ok)
process.exit(ok ? 0 : 1)

/** The floor has the same direction as the goal. */
function floorOf(name: PartName, floor: number): Part['wanted'] {
  return 'atLeast' in parts[name].wanted ? { atLeast: floor } : { atMost: floor }
}
