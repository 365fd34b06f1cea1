import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../deploy/systemd')
const docs = readFileSync(join(import.meta.dirname, '../../docs/deploy/systemd.md'), 'utf8')
const units = globSync(join(folder, '*.service')).sort()

/** All values of a setting, in the order of the file. */
function valuesOf(path: string, setting: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter(line => line.startsWith(`${setting}=`)).map(line => line.slice(setting.length + 1))
}

describe.each(units.map(path => [basename(path), path] as const))('%s', (_, path) => {
  test('is started again until it works, so a Postgres that is away at boot only delays it', () => {
    expect(valuesOf(path, 'Restart')).toEqual(['on-failure'])
    expect(valuesOf(path, 'StartLimitIntervalSec')).toEqual(['0'])
    // A unit that requires a failed one is never started. A restart of a required unit stops it first.
    expect(valuesOf(path, 'Requires')).toEqual([])
  })

  test('keeps its data in the folder that systemd makes for its user', () => {
    expect(valuesOf(path, 'StateDirectory')).toEqual(['reverie'])
    const env = Object.fromEntries(valuesOf(path, 'Environment').map(each => each.split('=')))
    for (const name of ['DATA_DIR', 'MODEL_DIR']) expect(env[name]).toMatch(/^\/var\/lib\/reverie(\/|$)/)
    expect(valuesOf(path, 'WorkingDirectory')).toEqual(['/var/lib/reverie'])
  })

  test('runs the version that a link names, because an upgrade in place changes the files of a running process', () => {
    const [command = ''] = valuesOf(path, 'ExecStart')
    expect(command).toMatch(/^\/opt\/reverie\/current\/node_modules\/\.bin\/reverie (serve|worker|migrate)$/)
    expect(docs).toContain('ln -sfn')
  })
})

/** The system calls of groups such as `@mount`, as this machine's systemd knows them. */
function expand(names: readonly string[]): string[] {
  return names.flatMap(name => {
    if (!name.startsWith('@')) return [name]
    const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' })
    const members = stdout.split('\n').filter(line => /^ {4}[@\w]/.test(line))
    return expand(members.map(line => line.trim()))
  })
}

/** Later lines take from earlier ones, as systemd reads them. */
function allowedBy(path: string): Set<string> {
  const allowed = new Set<string>()
  for (const line of valuesOf(path, 'SystemCallFilter')) {
    const isTaken = line.startsWith('~')
    for (const name of expand(line.replace('~', '').split(' ')))
      if (isTaken) allowed.delete(name)
      else allowed.add(name)
  }
  return allowed
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe.skipIf(!hasSystemd)('the filters of system calls', () => {
  const inside = ['clone', 'mount', 'umount2', 'pivot_root', 'sethostname', 'capset', 'prctl', 'seccomp']
  const landlock = ['landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self']

  test('of the worker allow both of its sandboxes, found by strace of bubblewrap and Node.js', () => {
    const allowed = allowedBy(join(folder, 'reverie-worker.service'))
    expect([...inside, ...landlock].filter(name => !allowed.has(name))).toEqual([])
    for (const name of ['setns', 'unshare', 'io_uring_setup', 'keyctl', 'bpf', 'ptrace', 'init_module'])
      expect(allowed).not.toContain(name)
  })

  test('of the API allow no mounts', () => {
    const allowed = allowedBy(join(folder, 'reverie-api.service'))
    for (const name of ['mount', 'pivot_root', 'umount2']) expect(allowed).not.toContain(name)
    for (const name of ['execve', 'futex', 'epoll_pwait', 'mprotect']) expect(allowed).toContain(name)
  })
})
