import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './lockfile.ts'

type Vulnerability = { severity: string; range: string; via: (string | { title: string; url: string })[] }

/**
 * Writes `dist/audit.json`, the report of `npm audit` on the packages that ship, and prints its findings. A report and no check:
 * an advisory of today must not make yesterday's commit fail. Ends with 2 if the registry does not answer.
 */
const { stdout } = spawnSync(
  'npm',
  ['audit', '--json', '--omit', 'dev', '--workspace', 'server', '--workspace', 'console'],
  {
    cwd: repository,
    encoding: 'utf8',
  },
)
const report = readReport(stdout)
if (!report.vulnerabilities) {
  console.error(`The registry did not answer: ${report.message ?? report.error?.summary ?? 'no report'}`)
  process.exit(2)
}
mkdirSync(join(repository, 'dist'), { recursive: true })
writeFileSync(join(repository, 'dist/audit.json'), stdout)
const found = Object.entries(report.vulnerabilities)
for (const [name, { severity, range, via }] of found) {
  const titles = via.map(each => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`))
  console.log(`${severity.padEnd(9)} ${name} ${range}: ${titles.join('; ')}`)
}
console.log(`${found.length} packages have advisories.`)

type Report = {
  vulnerabilities?: Record<string, Vulnerability>
  message?: string
  error?: { summary?: string }
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
