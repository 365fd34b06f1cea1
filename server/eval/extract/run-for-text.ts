import { spawn } from 'node:child_process'

/** Longer than any engine takes for a readable file; half of it is the start of LibreOffice on a busy machine. */
const timeoutMs = 10_000

const maxBytes = 2 ** 28

/** The output of a program; undefined when it fails or takes too long, which also ends its children. */
export function runForText([program, ...args]: readonly string[]): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  const timer = setTimeout(end, timeoutMs)
  const output: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) end()
    else output.push(chunk)
  })
  child.on('error', () => resolve(undefined))
  child.on('close', code => {
    clearTimeout(timer)
    resolve(code === 0 ? Buffer.concat(output).toString('utf8') : undefined)
  })
  return promise
}
