import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawWords } from '../../../../test/hostile/draw-words.ts'
import { readImage } from './read-image.ts'
import { runBoxed } from './run-boxed.ts'
import { type Sandbox, startBoxed, trySandbox } from './sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'reverie-sandbox-'))
const secret = join(folder, 'secret.txt')
let host: Server
let bubblewrap: Sandbox
let landlock: Sandbox

beforeAll(async () => {
  // With Landlock, root reads as another user, who must be able to open the program.
  chmodSync(folder, 0o755)
  writeFileSync(secret, 'a secret of the host')
  host = createServer(socket => socket.on('error', () => undefined).end('hello')).listen(0, '127.0.0.1')
  await once(host, 'listening')
  bubblewrap = await trySandbox('required')
  landlock = await trySandbox('required', async () => 'bubblewrap is not wanted')
})

afterAll(() => {
  host.close()
  rmSync(folder, { recursive: true })
})

const environment = 'LC_ALL,OMP_THREAD_LIMIT,OPENSSL_CONF,PATH,PWD,TZ'

/** Output of a program in the sandbox: `done`, or the code of the error that refuses it. */
async function printed(sandbox: Sandbox, script: string): Promise<string> {
  const program = join(folder, 'program.mjs')
  const prelude = `import fs from 'node:fs'; import net from 'node:net'
    const attempt = work => { try { console.log(work() ?? 'done') } catch (error) { console.log(error.code) } }`
  writeFileSync(program, `${prelude}\n${script}`)
  const child = startBoxed(sandbox, {
    command: process.execPath,
    args: [program],
    program,
    memoryMb: 300,
    cpuSeconds: 10,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout!)).trim()
}

describe('in a bubblewrap sandbox', () => {
  test('commands can run on this machine', () => {
    expect(bubblewrap).toEqual({ kind: 'bubblewrap' })
  })

  test('there is no network', async () => {
    const { port } = host.address() as { port: number }
    const script = `net.connect(${port}, '127.0.0.1')
      .on('connect', () => { console.log('connected'); process.exit() })
      .on('error', error => console.log(error.code))`
    expect(await printed(bubblewrap, script)).toBe('EPERM')
  })

  test.each(['/x', '/tmp/x', '/dev/shm/x', '/usr/lib/x', join(folder, 'x')])(
    'nothing can be written to %s',
    async path => {
      expect(
        await printed(bubblewrap, `attempt(() => fs.writeFileSync(${JSON.stringify(path)}, 'x'))`),
      ).toMatch(/^E(ROFS|NOENT|ACCES)$/)
    },
  )

  test.each([secret, '/etc/passwd', '/etc/shadow', '/root', '/home', '/var', '/sys'])(
    '%s is invisible',
    async path => {
      expect(await printed(bubblewrap, `attempt(() => fs.statSync(${JSON.stringify(path)}).size)`)).toBe(
        'ENOENT',
      )
    },
  )

  test('no other process and no environment is visible', async () => {
    expect(await printed(bubblewrap, "attempt(() => fs.readdirSync('/proc').length)")).toBe('ENOENT')
    expect(await printed(bubblewrap, 'console.log(Object.keys(process.env).sort().join())')).toBe(environment)
  })
})

describe('in a Landlock sandbox', () => {
  test.each([secret, '/etc/passwd', '/etc/shadow', '/root', '/home', '/proc/self/environ', '/sys/kernel'])(
    '%s cannot be read, and no environment is visible',
    async path => {
      const seen = `attempt(() => fs.readdirSync(${JSON.stringify(path)}))
        attempt(() => fs.readFileSync(${JSON.stringify(path)}))
        console.log(Object.keys(process.env).sort().join())`
      const denied = 'ERR_ACCESS_DENIED'
      expect(await printed(landlock, seen)).toBe(`${denied}\n${denied}\n${environment}`)
    },
  )
})

describe("under Node's permission model", () => {
  const permissions: Sandbox = { kind: 'permissions' }

  test.each([secret, '/etc/passwd'])('%s cannot be read', async path => {
    expect(await printed(permissions, `attempt(() => fs.readFileSync(${JSON.stringify(path)}).length)`)).toBe(
      'ERR_ACCESS_DENIED',
    )
  })

  test('nothing can be written', async () => {
    const path = JSON.stringify(join(folder, 'x'))
    expect(await printed(permissions, `attempt(() => fs.writeFileSync(${path}, 'x'))`)).toBe(
      'ERR_ACCESS_DENIED',
    )
  })

  test('no environment is visible', async () => {
    expect(await printed(permissions, 'console.log(Object.keys(process.env).sort().join())')).toBe(
      environment,
    )
  })
})

const limits = { timeMs: 60_000, memoryMb: 300, outputBytes: 1_000_000 }
const kinds = ['bubblewrap', 'landlock', 'none'] as const
const sandboxOf = (kind: (typeof kinds)[number]): Sandbox =>
  kind === 'none' ? { kind } : kind === 'landlock' ? landlock : bubblewrap

describe('a tool in a sandbox', () => {
  const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-f', 'wav', '-']

  test('answers on standard output, at once or as a stream', async () => {
    const whole = await runBoxed('ffmpeg', tone, { limits })
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    const chunks: Buffer[] = []
    await runBoxed('ffmpeg', tone, { limits, onOutput: chunk => void chunks.push(chunk) })
    expect(Buffer.concat(chunks)).toEqual(whole.stdout)
  })

  test.each(kinds)('sees its file at /in/file, with %s', async kind => {
    const file = join(folder, 'tone.wav')
    writeFileSync(file, (await runBoxed('ffmpeg', tone, { limits })).stdout, { mode: 0o600 })
    const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', '/in/file']
    const { code, stdout } = await runBoxed('ffprobe', args, { limits, file, sandbox: sandboxOf(kind) })
    expect({ code, duration: Number(stdout) }).toEqual({ code: 0, duration: 1 })
  })

  test("does not run when Node's permission model would be its only sandbox", async () => {
    const refused = runBoxed('ffmpeg', tone, { limits, sandbox: { kind: 'permissions' } })
    await expect(refused).rejects.toMatchObject({
      code: 'extract.tool_missing',
      message: expect.stringContaining('EXTRACT_SANDBOX'),
    })
  })

  test('ends at its limits of time and output, and when its request is aborted', async () => {
    const endless = ['-v', 'error', '-re', '-f', 'lavfi', '-i', 'sine', '-f', 'wav', '-']
    await expect(runBoxed('ffmpeg', endless, { limits: { ...limits, timeMs: 200 } })).rejects.toMatchObject({
      code: 'extract.timeout',
    })
    await expect(
      runBoxed('ffmpeg', tone, { limits: { ...limits, outputBytes: 1_000 } }),
    ).rejects.toMatchObject({ code: 'extract.too_large' })
    const leaving = AbortSignal.timeout(100)
    await expect(runBoxed('ffmpeg', endless, { limits, signal: leaving })).rejects.toThrow('timeout')
  })

  test('that is not installed is named in the error', async () => {
    await expect(runBoxed('no-such-tool', [], { limits })).rejects.toMatchObject({
      code: 'extract.tool_missing',
    })
  })
})

describe('OCR of an image', () => {
  test.each(kinds)('returns its words, with %s', async kind => {
    const options = { languages: 'eng', limits, sandbox: sandboxOf(kind) }
    expect((await readImage(drawWords('HELLO WORLD'), options)).trim()).toBe('HELLO WORLD')
  })

  test('ends with a clear code when the file is not an image or a language is missing', async () => {
    const noImage = readImage(Buffer.from('no image'), { languages: 'eng', limits })
    await expect(noImage).rejects.toMatchObject({ code: 'extract.malformed' })
    const noLanguage = readImage(drawWords('HELLO'), { languages: 'xyz', limits })
    await expect(noLanguage).rejects.toMatchObject({ code: 'extract.tool_missing' })
  })
})
