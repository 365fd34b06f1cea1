import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export type Outcome = { exit: number; seconds: number; output: string }

/** Runs a command of the repository as a person would, shows what it prints, and keeps its standard output. */
export async function runCommand(command: string): Promise<Outcome> {
  const started = performance.now()
  const child = spawn('sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (...ended) => resolve(ended))
  })
  // A stop by Ctrl-C or by a limit of time says nothing about the claim.
  if (signal || code === 130 || code === 143)
    throw new Error(`stopped by ${signal ?? code}; the record does not change`)
  return { exit: code!, seconds: Math.round((performance.now() - started) / 100) / 10, output }
}
