import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { boxEnvironment, findTool, visiblePaths } from './visible-paths.ts'

export const boxedFile = '/in/file'

type CommandPaths = { command: string; program?: string; file?: string | undefined }

/**
 * Arguments that go before a command. There is no /proc inside: nothing needs it, Docker does not allow mounting it,
 * and it would reveal details of the machine.
 */
export function bubblewrapArgs({ file, ...shown }: CommandPaths, filterDescriptor?: number): string[] {
  const visible = visiblePaths(shown).flatMap(path => ['--ro-bind-try', path, path])
  return [
    findTool('bwrap')!,
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--clearenv'],
    ...Object.entries(boxEnvironment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--dev-bind', '/dev/null', '/dev/null', '--dev-bind', '/dev/urandom', '/dev/urandom'],
    ...visible,
    ...(file === undefined ? [] : ['--ro-bind', file, boxedFile]),
    ...['--remount-ro', '/', '--chdir', '/'],
    ...(filterDescriptor === undefined ? [] : ['--seccomp', String(filterDescriptor)]),
  ]
}

/** Why bubblewrap cannot be used, if so: containers often refuse the namespaces it needs. */
export async function refusalOfBubblewrap(): Promise<string | undefined> {
  if (!findTool('bwrap')) return 'bubblewrap is not installed'
  const command = process.execPath
  const [bubblewrap, ...args] = bubblewrapArgs({ command })
  try {
    await promisify(execFile)(bubblewrap!, [...args, command, '--version'], { env: {}, timeout: 30_000 })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return `bubblewrap does not work here: ${(stderr || message).trim().split('\n').at(-1)}`
  }
}
