import { vi } from 'vitest'
import { createProgram } from '../src/edges/cli/program.ts'

export type CommandResult = { code: number; stdout: string; stderr: string }

/** Thrown by `process.exit`, so that nothing after it runs. */
class Exit extends Error {}

/**
 * Runs `reverie …` inside the test's process, with these settings and none of the test's own, in a directory without `.env`.
 * A new process takes a second; this takes a few milliseconds. For signals, terminals and module loading, use `runReverie`.
 */
export async function runCommand(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' }
  let code = 0
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode }
  const write = (stream: keyof typeof printed, ending: string) => (text: unknown) => {
    printed[stream] += `${text}${ending}`
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(write('stdout', '\n')),
    vi.spyOn(console, 'error').mockImplementation(write('stderr', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(write('stdout', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('stderr', '')),
    vi.spyOn(process, 'exit').mockImplementation(given => {
      code = Number(given ?? 0)
      throw new Exit()
    }),
  ]
  process.env = { PATH: before.env.PATH, HOME: before.env.HOME, ...env }
  process.chdir(cwd)
  process.exitCode = undefined
  try {
    await createProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  } finally {
    code ||= Number(process.exitCode ?? 0)
    process.env = before.env
    process.chdir(before.cwd)
    process.exitCode = before.exitCode
    for (const spy of spies) spy.mockRestore()
  }
  return { code, ...printed }
}
