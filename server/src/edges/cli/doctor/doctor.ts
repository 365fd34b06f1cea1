import type { Config } from '../../../platform/config.ts'
import { checks } from './checks.ts'
import type { Finding } from './finding.ts'

const marks = { ok: '✓', warning: '!', failure: '✗' } as const

/** Runs every check. Exits with 1 if one fails. A warning does not change the exit code. */
export async function doctor(config: Config): Promise<void> {
  const findings: Finding[] = []
  for (const check of checks) {
    const found = await check(config)
    for (const finding of found) console.log(toLine(finding))
    findings.push(...found)
  }
  console.log(`\n${summarize(findings)}`)
  if (findings.some(({ state }) => state === 'failure')) process.exitCode = 1
}

function toLine(finding: Finding): string {
  const line = `${marks[finding.state]} ${finding.subject.padEnd(24)} ${finding.found}`
  return finding.state === 'ok' ? line : `${line}\n    → ${finding.todo}`
}

function summarize(findings: Finding[]): string {
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  const counts = [
    [count('failure'), 'failed'],
    [count('warning'), count('warning') === 1 ? 'warning' : 'warnings'],
  ] as const
  const parts = counts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`)
  return parts.length === 0 ? 'All checks passed.' : `${parts.join(', ')} of ${findings.length} checks.`
}
