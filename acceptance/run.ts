import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type ClientCall, readCalls, renderCompatibility } from './clients/compatibility.ts'
import {
  putAway,
  type Started,
  startOneCell,
  startPooledCell,
  startTwoCells,
  type Target,
} from './layouts.ts'
import { stopServer } from './stop-server.ts'

/**
 * `npm run acceptance` starts a server on fresh databases, runs the suite against it and checks that it shuts down
 * cleanly. It does this with one cell and with two, side by side; `--cells 1` or `--cells 2` runs one of them, and
 * `--pooler` one cell behind PgBouncer. `--url`
 * and `--key` (or REVERIE_URL and REVERIE_KEY) name a server that already runs. Other arguments go to vitest: `npm run
 * acceptance -- search`. The last line printed is one JSON object.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    'other-key': { type: 'string' },
    cells: { type: 'string' },
    pooler: { type: 'boolean' },
  },
})

const compatibilityPath = join(import.meta.dirname, '../docs/compatibility.md')

type Counts = { passed: number; failed: number; skipped: number }
type Outcome = Counts & { calls: ClientCall[] }

async function main(): Promise<void> {
  const url = options.url ?? process.env.REVERIE_URL
  const results = url ? [await runAgainst(url)] : await runLayouts()
  const sum = (pick: keyof Counts) => results.reduce((total, counts) => total + counts[pick], 0)
  const [passed, failed, skipped] = [
    sum('passed'),
    sum('failed') + noteCompatibility(results),
    sum('skipped'),
  ]
  const ok = failed === 0 && passed > 0
  console.log(JSON.stringify({ layouts: results.length, passed, failed, skipped, ok }))
  process.exitCode = ok ? 0 : 1
}

/**
 * Writes docs/compatibility.md after all client tests ran on both layouts. In CI it writes nothing, and counts one
 * failure if the file is out of date.
 */
function noteCompatibility(results: Outcome[]): number {
  const whole = results.length === 2 && positionals.every(each => each === 'clients')
  if (!whole) return 0
  const text = renderCompatibility(results.map(({ calls }) => calls))
  if (!process.env.CI) writeFileSync(compatibilityPath, text)
  if (readFileSync(compatibilityPath, 'utf8') === text) return 0
  console.error('docs/compatibility.md is out of date. Run: npm run acceptance')
  return 1
}

async function runAgainst(url: string): Promise<Outcome> {
  const key = options.key ?? process.env.REVERIE_KEY
  if (!key) throw new Error('Give the key with --key or REVERIE_KEY')
  const otherKey = options['other-key'] ?? process.env.REVERIE_OTHER_KEY
  return runSuite({ REVERIE_URL: url, REVERIE_KEY: key, ...(otherKey && { REVERIE_OTHER_KEY: otherKey }) })
}

type Layout = Started & { name: string }

/**
 * Starts the layouts one after the other, because the first start converts the model. Then runs the suite on all of them
 * at once, because it waits more than it computes.
 */
async function runLayouts(): Promise<Outcome[]> {
  const layouts: Layout[] = []
  if (options.pooler) return runEach([{ name: 'behind PgBouncer', ...(await startPooledCell()) }])
  if (options.cells !== '2') layouts.push({ name: 'one cell', ...(await startOneCell()) })
  if (options.cells !== '1') layouts.push({ name: 'two cells', ...(await startTwoCells()) })
  return runEach(layouts)
}

async function runEach(layouts: readonly Layout[]): Promise<Outcome[]> {
  const results = await Promise.all(layouts.map(runLayout))
  await putAway()
  return results
}

/** Runs the suite on one layout. The shutdown at the end counts as one more test. */
async function runLayout({ name, server, target }: Layout): Promise<Outcome> {
  const counts = await runSuite(target, name)
  const faults = await stopServer(server, target.REVERIE_KEY!)
  if (faults.length === 0) console.log(`${name}: the server answered the open request and exited with 0.`)
  for (const fault of faults) console.error(`${name}: ${fault}`)
  if (counts.failed + faults.length > 0)
    console.error(`${name}: the server log ends:\n${server.log().slice(-6_000)}`)
  return faults.length === 0
    ? { ...counts, passed: counts.passed + 1 }
    : { ...counts, failed: counts.failed + 1 }
}

/** Runs the suite with vitest and counts the results in its report. A name is printed before each line. */
async function runSuite(target: Target, name?: string): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'reverie-acceptance-report-'))
  const report = join(directory, 'report.json')
  const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs')
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const stream = name ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...reporters, ...positionals], {
    env: { ...process.env, ...target },
    stdio: ['ignore', stream, stream],
  })
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', line => console.log(`${name}: ${line}`))
  const [code] = await once(child, 'close')
  const counts = readReport(report)
  rmSync(directory, { recursive: true, force: true })
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/** Reads the report of vitest. A missing report counts as one failure, because no test ran. */
function readReport(path: string): Outcome {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      calls: readCalls(report),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, calls: [] }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => putAway().finally(() => process.exit(1)))
}
try {
  await main()
} finally {
  await putAway()
}
