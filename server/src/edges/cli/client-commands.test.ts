import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { runCommand } from '../../../test/run-command.ts'
import { spawnReverie } from '../../../test/run-reverie.ts'
import { exitCodes } from './exit-codes.ts'

let server: TestServer
let directory: string
beforeAll(async () => {
  server = await startTestServer({ config: { MAX_FILE_BYTES: 10_000 } })
  directory = await mkdtemp(join(tmpdir(), 'reverie-client-'))
})
afterAll(async () => {
  await server?.close()
  await rm(directory, { recursive: true })
})

const configDir = () => join(directory, '.config')

const settings = (env: Record<string, string> = {}) => ({
  REVERIE_URL: server.url,
  REVERIE_KEY: server.client.key,
  REVERIE_CONFIG_DIR: configDir(),
  ...env,
})

const reverie = (args: string[], env: Record<string, string> = {}) =>
  runCommand(args, { cwd: directory, env: settings(env) })

const write = (name: string, text: string) => writeFile(join(directory, name), text)

const titlesIn = async (tag: string) => {
  const { body } = await server.client.request('POST', '/v3/documents/list', { containerTags: [tag] })
  return body.memories as { id: string; title: string; filepath: string; status: string }[]
}

describe('reverie add of a folder', () => {
  beforeAll(async () => {
    await mkdir(join(directory, 'notes/deep'), { recursive: true })
    await mkdir(join(directory, 'notes/node_modules'), { recursive: true })
    await write('notes/one.md', '# One\n\nAda fires kilns.')
    await write('notes/deep/two.txt', 'Bo keeps bees.')
    await write('notes/.hidden', 'Not this.')
    await write('notes/node_modules/three.txt', 'Nor this.')
  })

  test('adds its files once, passes over what has not changed, and adds a changed one again', async () => {
    const first = await reverie(['add', 'notes', '--tag', 'folder'])
    expect([first.code, first.stdout, first.stderr]).toEqual([0, '2 added, 0 unchanged, 0 failed\n', ''])
    const added = await titlesIn('folder')
    expect(added.map(({ filepath }) => filepath).sort()).toEqual(['/notes/deep/two.txt', '/notes/one.md'])
    // A new time and the same text is no change.
    await utimes(join(directory, 'notes/one.md'), new Date(), new Date(Date.now() + 5_000))
    const second = await reverie(['add', 'notes', '--tag', 'folder'])
    expect(second.stdout).toBe('0 added, 2 unchanged, 0 failed\n')
    await write('notes/deep/two.txt', 'Bo keeps bees and goats.')
    const third = await reverie(['add', 'notes', '--tag', 'folder', '--json'])
    expect(JSON.parse(third.stdout)).toMatchObject({ total: 2, added: 1, unchanged: 1, failed: 0 })
    expect(await titlesIn('folder')).toHaveLength(2)
    const elsewhere = await reverie(['add', 'notes', '--tag', 'folder_2'])
    expect(elsewhere.stdout).toBe('2 added, 0 unchanged, 0 failed\n')
    const all = await reverie(['add', 'notes', '--tag', 'folder', '--again'])
    expect(all.stdout).toBe('2 added, 0 unchanged, 0 failed\n')
    expect(await titlesIn('folder')).toHaveLength(2)
  })

  test('goes on where it stopped when a run was cut off', async () => {
    await mkdir(join(directory, 'many'), { recursive: true })
    for (let i = 0; i < 6; i++) await write(`many/${i}.txt`, `Note ${i}.`)
    const whole = await reverie(['add', 'many', '--tag', 'cut', '--concurrency', '1'])
    expect(whole.stdout).toContain('6 added')
    // As after a kill: three files are noted, and the last line is half written.
    const [path] = spawnSync('grep', ['-lr', 'many/0.txt', join(configDir(), 'added')], {
      encoding: 'utf8',
    }).stdout.split('\n')
    const lines = (await readFile(path!, 'utf8')).split('\n')
    await writeFile(path!, `${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, 20)}`)
    const again = await reverie(['add', 'many', '--tag', 'cut'])
    expect(again.stdout).toBe('3 added, 3 unchanged, 0 failed\n')
    expect(await titlesIn('cut')).toHaveLength(6)
  })

  test('takes a pattern', async () => {
    const { stdout } = await reverie(['add', 'notes/**/*.md', '--tag', 'pattern'])
    expect(stdout).toBe('1 added, 0 unchanged, 0 failed\n')
    const none = await reverie(['add', 'notes/**/*.pdf', '--tag', 'pattern'])
    expect([none.code, none.stderr]).toEqual([exitCodes.usage, expect.stringContaining('No file matches')])
  })

  test('ends with its own code when some files were refused, and names them', async () => {
    await mkdir(join(directory, 'mixed'), { recursive: true })
    await write('mixed/large.txt', 'Too large. '.repeat(1_000))
    await write('mixed/good.txt', 'Cy paints doors.')
    const { code, stdout, stderr } = await reverie(['add', 'mixed', '--tag', 'mixed'])
    expect([code, stdout]).toEqual([exitCodes.partial, '1 added, 0 unchanged, 1 failed\n'])
    expect(stderr).toContain('mixed/large.txt: ')
  })
})

test('reverie watch adds the files of a folder, then each that changes, and deletes what is gone', async () => {
  const folder = join(directory, 'watched')
  await mkdir(folder)
  await writeFile(join(folder, 'first.txt'), 'Di mends clocks.')
  const child = spawnReverie(['watch', folder, '--tag', 'watched', '--delete'], {
    cwd: directory,
    env: settings(),
  })
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', text => {
    printed += text
  })
  const said = (line: string) =>
    until(
      async () => printed,
      text => text.includes(line),
    )
  try {
    await said('added    first.txt')
    await writeFile(join(folder, 'second.txt'), 'Ed grows figs.')
    await said('added    second.txt')
    await rm(join(folder, 'first.txt'))
    await said('deleted  first.txt')
    expect((await titlesIn('watched')).map(({ filepath }) => filepath)).toEqual(['/watched/second.txt'])
    // The same file again, after its document was deleted.
    printed = ''
    await writeFile(join(folder, 'first.txt'), 'Di mends clocks.')
    await said('added    first.txt')
  } finally {
    child.kill('SIGINT')
    await new Promise(resolve => child.once('exit', resolve))
  }
})

describe('what is stored', () => {
  let id: string
  beforeAll(async () => {
    const body = { content: 'Flo plays the oboe.', containerTag: 'stored', customId: 'flo' }
    id = (await server.client.request('POST', '/v3/documents', body)).body.id
    await untilFinished(server.client, id)
    const memories = [{ content: 'Flo plays the oboe.', isStatic: true }]
    await server.client.request('POST', '/v4/memories', { containerTag: 'stored', memories })
  })

  test('reverie documents lists, shows and deletes documents', async () => {
    const listed = await reverie(['documents', 'list', '--tag', 'stored'])
    expect(listed.stdout).toMatch(new RegExp(`^${id}\tdone\tstored\t[-\\d: ]+\tFlo plays the oboe`))
    const shown = await reverie(['documents', 'show', 'flo', '--tag', 'stored'])
    expect(shown.stdout).toContain(id)
    expect(JSON.parse((await reverie(['documents', 'show', 'flo', '--json'])).stdout).id).toBe(id)
    const gone = await reverie(['documents', 'show', 'nobody'])
    expect([gone.code, gone.stderr]).toEqual([
      exitCodes.notFound,
      expect.stringContaining('document.not_found'),
    ])
    expect((await reverie(['documents', 'delete', 'flo', '--tag', 'stored'])).stdout).toContain('Deleted flo')
    expect((await reverie(['documents', 'delete', 'flo', '--tag', 'stored'])).code).toBe(exitCodes.notFound)
  })

  test('reverie memories list and reverie profile print memories', async () => {
    expect((await reverie(['memories', 'list', 'stored'])).stdout).toContain('Flo plays the oboe.')
    expect((await reverie(['profile', 'stored'])).stdout).toBe('Lasting\n  Flo plays the oboe.\n')
    const { stdout } = await reverie(['profile', 'stored', '--query', 'oboe', '--json'])
    expect(JSON.parse(stdout).profile.static).toEqual(['Flo plays the oboe.'])
    const gone = await reverie(['memories', 'show', 'nobody'])
    expect([gone.code, gone.stderr]).toEqual([
      exitCodes.notFound,
      expect.stringContaining('memory.not_found'),
    ])
    expect((await reverie(['profile', 'a b'])).code).toBe(exitCodes.usage)
  })

  test('reverie status and reverie logs print how the server fares', async () => {
    expect((await reverie(['status'])).stdout).toMatch(
      /^Test \d+ at http:.*\n {2}\d+ memor(y|ies), \d+ documents?\n/,
    )
    const { stdout } = await until(
      () => reverie(['logs', '--limit', '100']),
      ({ stdout }) => /POST {3}\/v4\/memories {2}/.test(stdout),
    )
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+ {2}201 {2,}\d+ ms {2}POST {3}\/v4\/memories {2}/m)
    expect(stdout).not.toContain('/v3/analytics/requests')
    const json = await reverie(['logs', '--json', '--limit', '1'])
    expect(JSON.parse(json.stdout)).toMatchObject({ method: expect.any(String) })
  })
})

describe('profiles', () => {
  const withoutKey = { REVERIE_KEY: '' }

  test('reverie login stores a key that other commands then use, readable by its owner only', async () => {
    const refused = await reverie(['login', '--key', 'sm_nobody_0'])
    expect(refused.code).toBe(exitCodes.refused)
    const { stdout } = await reverie(['login', '--key', server.client.key, '--profile', 'work'])
    expect(stdout).toMatch(/^Logged in to Test \d+ at http:\S+, as profile "work"\.\n$/)
    expect((await stat(join(configDir(), 'profiles.json'))).mode & 0o777).toBe(0o600)
    expect((await reverie(['status'], { ...withoutKey, REVERIE_URL: 'http://127.0.0.1:1' })).code).toBe(0)
    expect((await reverie(['status', '--url', `${server.url}/`], withoutKey)).code).toBe(0)
    const elsewhere = await reverie(['status', '--url', 'http://127.0.0.1:1'], withoutKey)
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      exitCodes.refused,
      expect.stringContaining('key is required'),
    ])
    const listed = await reverie(['profiles', 'list', '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'work', current: 'yes', url: server.url }])
    expect(listed.stdout).not.toContain(server.client.key)
    const unknown = await reverie(['profiles', 'use', 'home'])
    expect([unknown.code, unknown.stderr]).toEqual([
      exitCodes.notFound,
      expect.stringContaining('There is no profile "home"'),
    ])
    expect((await reverie(['profiles', 'use', 'work'])).code).toBe(0)
    expect((await reverie(['logout'])).stdout).toContain('Removed profile "work"')
    expect((await reverie(['status'], withoutKey)).code).toBe(exitCodes.refused)
  })

  test('reverie login waits for the browser, and takes a key only with the state of its own page', async () => {
    const child = spawnReverie(['login', '--no-browser', '--profile', 'browser'], {
      cwd: directory,
      env: settings(withoutKey),
    })
    let [said, printed] = ['', '']
    child.stderr!.setEncoding('utf8').on('data', text => {
      said += text
    })
    child.stdout!.setEncoding('utf8').on('data', text => {
      printed += text
    })
    const exited = new Promise(resolve => child.once('exit', resolve))
    const page = new URL(
      (await until(
        async () => /http\S+auth\/connect\S+/.exec(said)?.[0],
        found => found !== undefined,
      ))!,
    )
    expect(page.origin).toBe(server.url)
    expect(page.searchParams.get('client')).toBe('reverie_cli')
    const callback = new URL(page.searchParams.get('callback')!)
    const forged = new URL(callback)
    forged.searchParams.set('state', 'guessed')
    forged.searchParams.set('apikey', 'sm_evil_0')
    expect(await (await fetch(forged)).text()).toContain('not the page of a log-in')
    callback.searchParams.set('apikey', server.client.key)
    expect(await (await fetch(callback)).text()).toContain('You are logged in')
    expect(await exited).toBe(0)
    expect(printed).toContain('as profile "browser"')
  })
})

describe('reverie completion', () => {
  const complete = (script: string, words: string[]) => {
    const asked = `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _reverie; printf '%s ' "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', `${script}\n${asked}`], { encoding: 'utf8' })
      .stdout.trim()
      .split(' ')
  }

  test('completes commands and options in bash', async () => {
    const { stdout: script } = await reverie(['completion', 'bash'])
    expect(complete(script, ['reverie', 'sea'])).toEqual(['search'])
    expect(complete(script, ['reverie', 'documents', ''])).toEqual(['list', 'show', 'delete'])
    expect(complete(script, ['reverie', 'add', 'notes', '--con'])).toEqual(['--concurrency'])
    expect(complete(script, ['reverie', 'completion', ''])).toEqual(['bash', 'zsh', 'fish'])
    // Nothing of ours, so that bash completes files.
    for (const words of [
      ['doctor', ''],
      ['add', ''],
      ['search', 'x', '--tag', ''],
    ])
      expect(complete(script, ['reverie', ...words])).toEqual([''])
  })

  test.each(['zsh', 'fish'])('prints a script for %s', async shell => {
    const { stdout, code } = await reverie(['completion', shell])
    expect(code).toBe(0)
    expect(stdout).toContain('concurrency')
  })

  test('refuses another shell', async () => {
    expect((await reverie(['completion', 'cmd'])).code).toBe(exitCodes.usage)
  })
})
