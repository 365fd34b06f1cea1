import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

/**
 * Acts as code that has taken over a reader of files, and tries seven ways out: each directly, and through a child
 * process where that would get further. Prints the result of each as JSON.
 */
type Targets = { worker: number; port: number; blob: string; written: string }

const targets = JSON.parse(process.argv.at(-1)!) as Targets
const shell = (script: string) => execFileSync('/bin/sh', ['-c', script], { stdio: 'pipe' }).toString()

const escapes: Record<string, (() => unknown)[]> = {
  'read /etc/passwd': [() => readFileSync('/etc/passwd', 'utf8'), () => shell('cat /etc/passwd')],
  "read the worker's environment": [
    () => readFileSync(`/proc/${targets.worker}/environ`, 'utf8'),
    () => shell(`cat /proc/${targets.worker}/environ`),
  ],
  "read another tenant's file": [() => readFileSync(targets.blob), () => shell(`cat '${targets.blob}'`)],
  'write a file': [
    () => writeFileSync(targets.written, 'x') ?? 'written',
    () => `${shell(`echo x >'${targets.written}'`)}written`,
  ],
  'signal the worker': [
    () => process.kill(targets.worker, 0),
    () => `${shell(`kill -0 ${targets.worker}`)}signalled`,
  ],
  'start a program': [() => shell('echo started'), () => execFileSync(process.execPath, ['--version'])],
}

const found = Object.entries(escapes).map(([name, ways]) => [name, outcome(ways)] as const)
connect(targets.port, '127.0.0.1')
  .on('connect', () => tell('allowed'))
  .on('error', (error: NodeJS.ErrnoException) => tell(error.code ?? error.message))

function outcome(ways: (() => unknown)[]): string {
  const refusals = ways.map(way => {
    try {
      return String(way()) === '' ? 'empty' : 'allowed'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? `exit ${(error as { status?: number }).status}`
    }
  })
  return refusals.includes('allowed') ? 'allowed' : refusals.join(', ')
}

function tell(network: string): void {
  process.stdout.write(JSON.stringify(Object.fromEntries([...found, ['connect to Postgres', network]])), () =>
    process.exit(),
  )
}
