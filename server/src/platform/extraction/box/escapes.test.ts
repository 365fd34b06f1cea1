import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boxedFile } from './bubblewrap.ts'
import { tryLauncher } from './launcher.ts'
import { type BoxedCommand, isSolid, type Sandbox, startBoxed, trySandbox } from './sandbox.ts'

/** Code that took over a file reader tries seven ways out. Before this sandbox all seven worked in the fallback. */
const source = fileURLToPath(new URL('../../../../test/hostile/break-out.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'reverie-escapes-'))
const program = join(folder, 'break-out.mjs')
const blob = join(folder, 'blob')
const written = join(folder, 'written')
let postgres: Server

beforeAll(async () => {
  // Open to everybody, so that only the sandbox protects it.
  chmodSync(folder, 0o777)
  writeFileSync(program, stripTypeScriptTypes(readFileSync(source, 'utf8')))
  writeFileSync(blob, "another tenant's file", { mode: 0o644 })
  postgres = createServer(socket => socket.on('error', () => undefined).end()).listen(0, '127.0.0.1')
  await once(postgres, 'listening')
})

afterAll(() => {
  postgres.close()
  rmSync(folder, { recursive: true })
})

type CommandInBox = Pick<BoxedCommand, 'args' | 'program' | 'file'>

/** Runs like a file reader, under Node's permission model as well. */
const asReader: CommandInBox = { args: [program], program }
/** Runs like tesseract and ffmpeg: only the sandbox confines the code. */
const asTool: CommandInBox = { args: [boxedFile], file: program }

async function breakOut(
  sandbox: Sandbox,
  { args, ...inside }: CommandInBox,
): Promise<Record<string, string>> {
  const { port } = postgres.address() as { port: number }
  const targets = JSON.stringify({ worker: process.pid, port, blob, written })
  const limits = { memoryMb: 300, cpuSeconds: 20 }
  const child = startBoxed(sandbox, {
    ...{ command: process.execPath, args: [...args, targets], ...inside, ...limits },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout!))
}

const allowed = (outcomes: Record<string, string>) =>
  Object.keys(outcomes).filter(name => outcomes[name] === 'allowed')

const seven = [
  ...['read /etc/passwd', "read the worker's environment", "read another tenant's file", 'write a file'],
  ...['signal the worker', 'start a program', 'connect to Postgres'],
]

const withoutBubblewrap = () => trySandbox('required', async () => 'bubblewrap is not installed')

describe('of seven escapes from a file reader', () => {
  test('all work without a sandbox, which proves that the attacks are real', async () => {
    const outcomes = await breakOut({ kind: 'none' }, asTool)
    expect(allowed(outcomes).sort()).toEqual(seven.toSorted())
    rmSync(written)
  })

  test.each([
    ['a reader', asReader],
    ['a tool', asTool],
  ])('none works for %s in a bubblewrap sandbox', async (_, inside) => {
    const sandbox = await trySandbox('required')
    expect(sandbox).toEqual({ kind: 'bubblewrap' })
    const outcomes = await breakOut(sandbox, inside)
    expect(Object.keys(outcomes).sort()).toEqual(seven.toSorted())
    expect(allowed(outcomes)).toEqual([])
    expect(existsSync(written)).toBe(false)
  })

  test.each([
    ['a reader', asReader],
    ['a tool', asTool],
  ])('none works for %s behind Landlock and a seccomp filter', async (_, inside) => {
    const sandbox = await withoutBubblewrap()
    expect(sandbox.kind).toBe('landlock')
    const outcomes = await breakOut(sandbox, inside)
    expect(Object.keys(outcomes).sort()).toEqual(seven.toSorted())
    expect(allowed(outcomes)).toEqual([])
    expect(existsSync(written)).toBe(false)
  })

  test("none works behind Landlock for a process that keeps the worker's user, even root", async () => {
    const sandbox: Sandbox = { kind: 'landlock', launch: { confined: true, user: undefined } }
    expect(allowed(await breakOut(sandbox, asReader))).toEqual([])
    expect(allowed(await breakOut(sandbox, asTool))).toEqual([])
  })

  test("none works for a reader under Node's permission model and a seccomp filter", async () => {
    const launch = await tryLauncher(false)
    if ('reason' in launch) throw new Error(launch.reason)
    expect(allowed(await breakOut({ kind: 'permissions', launch }, asReader))).toEqual([])
    expect(existsSync(written)).toBe(false)
  })

  test("two work for a reader under Node's permission model alone, when Perl is missing", async () => {
    const outcomes = await breakOut({ kind: 'permissions' }, asReader)
    expect(allowed(outcomes)).toEqual(['signal the worker', 'connect to Postgres'])
  })
})

describe('a sandbox', () => {
  test('confines any code only if it is bubblewrap or Landlock', () => {
    const kinds = ['bubblewrap', 'landlock', 'permissions', 'none'] as const
    expect(kinds.filter(kind => isSolid({ kind }))).toEqual(['bubblewrap', 'landlock'])
  })

  test('of Landlock keeps a reader from changing the files it may read', async () => {
    const script = join(folder, 'change.mjs')
    const lines = [
      "import { chmodSync, readFileSync, truncateSync, utimesSync } from 'node:fs'",
      'const [path] = process.argv.slice(2)',
      "const code = work => { try { work(); return 'allowed' } catch (error) { return error.code } }",
      'const changes = [() => chmodSync(path, 0o777), () => truncateSync(path), () => utimesSync(path, 0, 0)]',
      'console.log(readFileSync(path).length > 0, changes.map(code).join())',
    ]
    writeFileSync(script, lines.join('\n'))
    const child = startBoxed(await withoutBubblewrap(), {
      ...{ command: process.execPath, args: [boxedFile, script], file: script },
      ...{ memoryMb: 300, cpuSeconds: 20, stdio: ['ignore', 'pipe', 'inherit'] },
    })
    expect((await text(child.stdout!)).trim()).toBe('true EPERM,EACCES,EPERM')
    expect(readFileSync(script, 'utf8')).toBe(lines.join('\n'))
  })

  test('is as strong for an unprivileged user as for root', () => {
    if (process.getuid?.() !== 0) return
    const script = `
      const { trySandbox } = await import(${JSON.stringify(new URL('./sandbox.ts', import.meta.url).href)})
      const kinds = [await trySandbox('required'), await trySandbox('required', async () => 'not installed')]
      console.log(kinds.map(({ kind }) => kind).join())`
    const user = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
    const node = [process.execPath, '--input-type=module', '-e', script]
    const kinds = execFileSync('setpriv', [...user, ...node], { encoding: 'utf8' })
    expect(kinds.trim()).toBe('bubblewrap,landlock')
  })
})
