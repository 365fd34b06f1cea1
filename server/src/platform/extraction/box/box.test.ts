import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { drawWords } from '../../../../test/hostile/draw-words.ts'
import { type Box, type BoxSettings, createBox } from './box.ts'
import { trySandbox } from './sandbox.ts'
import { processTree } from './watch-memory.ts'

const program = fileURLToPath(new URL('../../../../test/hostile/misbehaving-child.ts', import.meta.url))

const roomy = { timeMs: 60_000, memoryMb: 300, outputBytes: 1_000_000 }
const hasty = { ...roomy, timeMs: 500 }

const boxes: Box[] = []
afterAll(async () => {
  for (const box of boxes) await box.close()
})

function openBox(settings: Partial<BoxSettings> = {}): Box {
  const box = createBox({
    sandbox: 'preferred',
    processes: 1,
    limits: roomy,
    ocrLanguages: 'eng',
    program,
    ...settings,
  })
  boxes.push(box)
  return box
}

const fileOf = (name: string, bytes: Uint8Array = Buffer.from('abc')) => ({
  name,
  contentType: 'text/plain',
  bytes,
})

async function textOf(box: Box, name: string, bytes?: Uint8Array): Promise<string | undefined> {
  const answer = await box.extract(fileOf(name, bytes))
  return 'extraction' in answer ? answer.extraction.text : undefined
}

/** Number of processes that descend from this one. */
const children = () => processTree(process.pid).length - 1

/** These tests do not measure time: on a busy machine a process takes seconds to exit. */
const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: 60_000 })

const landlock = await trySandbox('required', async () => 'bubblewrap is not wanted')

for (const [name, sandbox] of [
  ['bubblewrap', 'required'],
  ['Landlock', landlock],
  ['no sandbox', 'off'],
] as const) {
  describe(`a box with ${name}`, () => {
    const box = openBox({ sandbox })
    const hastyBox = openBox({ sandbox, limits: hasty })

    test.each(['spin', 'wait'])('ends a file that would %s when its time is up', async name => {
      await expect(hastyBox.extract(fileOf(name))).rejects.toMatchObject({ code: 'extract.timeout' })
    })

    test.each([
      ['eat', 'extract.too_large'],
      ['eat the heap', 'extract.too_large'],
      ['flood', 'extract.too_large'],
      ['die', 'extract.crashed'],
    ])('ends a file that would %s with %s, and reads the next', async (name, code) => {
      await expect(box.extract(fileOf(name))).rejects.toMatchObject({ code })
      expect(await textOf(box, 'say')).toBe('3 bytes')
    })

    test('takes a file of 50 MB, by its bytes and by its path', async () => {
      expect(await textOf(box, 'say', Buffer.alloc(50_000_000))).toBe('50000000 bytes')
      const path = fileURLToPath(import.meta.url)
      const answer = await box.extract({ name: 'say', contentType: '', path })
      expect(answer).toMatchObject({ extraction: { text: `${readFileSync(path).length} bytes` } })
      await expect(box.extract({ name: 'say', contentType: '', path: '/no/such/file' })).rejects.toThrow(
        'ENOENT',
      )
      await expect(box.extract({ name: 'say', contentType: '', path: '/' })).rejects.toThrow('EISDIR')
      expect(await textOf(box, 'say')).toBe('3 bytes')
    })
  })
}

test('a box rejects an answer that makes no sense', async () => {
  await expect(openBox().extract(fileOf('lie'))).rejects.toThrow()
})

test('a file that crashes because of an earlier one is read again in a fresh process', async () => {
  const box = openBox()
  await textOf(box, 'be used')
  expect(await textOf(box, 'die when used')).toBe('3 bytes')
})

test('no process reads files of two owners, and owners who take turns keep their process', async () => {
  const box = openBox()
  const who = async (owner: string) => {
    const answer = await box.extract(fileOf('who'), { owner })
    return 'extraction' in answer ? answer.extraction.text : undefined
  }
  const [ada, boris] = [await who('ada'), await who('boris')]
  expect(ada).not.toBe(boris)
  expect([await who('ada'), await who('boris'), await who('ada')]).toEqual([ada, boris, ada])
  expect(await who('chen')).not.toBe(ada)
})

test('waiting files are not affected by the crash of the one before them', async () => {
  const box = openBox()
  const [first, ...others] = await Promise.allSettled(
    ['die', 'say', 'say', 'say'].map(name => box.extract(fileOf(name))),
  )
  expect(first!.status).toBe('rejected')
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})

test('a box reports progress, and aborting a request ends the reading', async () => {
  const box = openBox()
  const leaving = new AbortController()
  const seen: number[] = []
  const onProgress = (done: number, total: number) => {
    seen.push(done, total)
    leaving.abort(new Error('left'))
  }
  await expect(box.extract(fileOf('wait'), { signal: leaving.signal, onProgress })).rejects.toThrow('left')
  expect(seen).toEqual([1, 2])
  expect(await textOf(box, 'say')).toBe('3 bytes')
})

test('aborting a waiting request does not affect others', async () => {
  const box = openBox()
  const leaving = new AbortController()
  const first = box.extract(fileOf('say'))
  const second = box.extract(fileOf('say'), { signal: leaving.signal })
  const third = box.extract(fileOf('say'))
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  expect(await Promise.all([first, third])).toHaveLength(2)
})

test('a slow file does not delay other owners when there are two processes', async () => {
  const box = openBox({ processes: 2 })
  const leaving = new AbortController()
  const slow = ['wait', 'wait', 'wait'].map(name =>
    box.extract(fileOf(name), { owner: 'ada', signal: leaving.signal }),
  )
  await expect(box.extract(fileOf('say'), { owner: 'boris' })).resolves.toHaveProperty('extraction')
  leaving.abort(new Error('left'))
  const ended = await Promise.allSettled(slow)
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('owners take turns, however many files one of them has waiting', async () => {
  const box = openBox()
  const read: string[] = []
  const waiting = ['ada', 'ada', 'ada', 'boris', 'chen', 'boris'].map(async owner => {
    await box.extract(fileOf('say'), { owner })
    read.push(owner)
  })
  await Promise.all(waiting)
  expect(read).toEqual(['ada', 'boris', 'chen', 'ada', 'boris', 'ada'])
})

test('a box leaves no process and no descriptor behind', async () => {
  for (const box of boxes) await box.close()
  await eventually(children).toBe(0)
  const before = readdirSync('/proc/self/fd').length
  for (const name of ['say', 'die', 'say']) {
    const box = openBox({ idleMs: 10 })
    await box.extract(fileOf(name)).catch(() => undefined)
    await eventually(children).toBe(0)
  }
  await eventually(() => readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
})

test.each([
  ['bubblewrap', 'required'],
  ['Landlock', landlock],
  ['no sandbox', 'off'],
])('a killed worker takes its busy box along, with %s', async (_, sandbox) => {
  const script = `
    import { createBox } from ${JSON.stringify(new URL('./box.ts', import.meta.url).href)}
    const limits = { timeMs: 60000, memoryMb: 300, outputBytes: 1000 }
    const box = createBox({ sandbox: ${JSON.stringify(sandbox)}, processes: 1, limits, ocrLanguages: 'eng', program: ${JSON.stringify(program)} })
    const onProgress = () => console.log('busy')
    await box.extract({ name: 'spin', contentType: '', bytes: Buffer.from('abc') }, { onProgress })`
  const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout, 'data')
  const box = processTree(worker.pid!).slice(1)
  expect(box.length).toBeGreaterThan(0)
  worker.kill('SIGKILL')
  await eventually(() => box.filter(isRunning)).toEqual([])
})

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const tone = ['-v', 'quiet', '-f', 'lavfi', '-i', 'sine=duration=1', '-f', 'wav', '-']
const toPng = ['-v', 'quiet', '-f', 'pgm_pipe', '-i', '-', '-f', 'image2pipe', '-c:v', 'png', '-']
const picture = execFileSync('ffmpeg', toPng, { input: drawWords('HELLO WORLD') })
const reading = { processes: 1, limits: { ...roomy, memoryMb: 512 }, ocrLanguages: 'eng' }

test.each([
  ['bubblewrap', 'required'],
  ['Landlock', landlock],
  ['no sandbox', 'off'],
] as const)('files, images and audio are recognised and read inside the box, with %s', async (_, sandbox) => {
  const box = createBox({ ...reading, sandbox })
  boxes.push(box)
  const bytes = Buffer.from('Ada moved to Lisbon in May.')
  const answer = await box.extract({ name: 'note.txt', contentType: 'text/plain', bytes })
  expect(answer).toMatchObject({ kind: 'text', extraction: { text: 'Ada moved to Lisbon in May.' } })
  const words = await box.extract({ name: 'words.png', contentType: '', bytes: picture })
  expect(words).toMatchObject({ kind: 'image', extraction: { text: 'HELLO WORLD' } })
  const sound = execFileSync('ffmpeg', tone)
  expect(await box.extract({ name: 'tone.wav', contentType: '', bytes: sound })).toEqual({ kind: 'audio' })
})

test('without a sandbox JavaScript formats are read, and an image ends with a code that says why', async () => {
  const box = createBox({ ...reading, sandbox: { kind: 'permissions' } })
  boxes.push(box)
  const bytes = Buffer.from('Ada moved to Lisbon in May.')
  const answer = await box.extract({ name: 'note.txt', contentType: 'text/plain', bytes })
  expect(answer).toMatchObject({ kind: 'text' })
  await expect(box.extract({ name: 'words.png', contentType: '', bytes: picture })).rejects.toMatchObject({
    code: 'extract.tool_missing',
    message: expect.stringContaining('EXTRACT_SANDBOX'),
  })
})
