import { execFile, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finish, launcher, repository } from '../../../test/run-reverie.ts'

const execute = promisify(execFile)
const version = /^reverie \d+\.\d+\.\d+ \(API 3\.0\.0\)\n$/

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie launcher '))
})
afterAll(() => rm(directory, { recursive: true }))

/** A PATH without this repository's `node`, as in a new terminal. */
const plainPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(folder => !folder.startsWith(repository))
  .join(delimiter)

async function run(command: string, args: string[], { path = plainPath, cwd = directory } = {}) {
  const env = { PATH: path, HOME: process.env.HOME }
  return finish(spawn(command, args, { cwd, env }))
}

/** Creates a clone without packages, in a folder whose name has a space. */
async function copyLauncher(name: string): Promise<string> {
  const clone = join(directory, name)
  await mkdir(join(clone, 'server'), { recursive: true })
  await cp(launcher, join(clone, 'reverie'))
  await cp(join(repository, 'server/bin'), join(clone, 'server/bin'), { recursive: true })
  return clone
}

test('./reverie runs from any directory and through chained symbolic links', async () => {
  expect((await run(launcher, ['--version'])).stdout).toMatch(version)
  await mkdir(join(directory, 'bin'))
  await symlink(launcher, join(directory, 'bin/first'))
  await symlink('first', join(directory, 'bin/second'))
  const linked = await run(join(directory, 'bin/second'), ['--version'])
  expect(linked).toMatchObject({ code: 0, stdout: expect.stringMatching(version) })
})

test('npx reverie runs the same command in the clone', async () => {
  const { stdout } = await execute('npx', ['reverie', '--version'], { cwd: repository })
  expect(stdout).toMatch(version)
})

test('npm run reverie does not exist, because npm would swallow its options', async () => {
  const { stderr, code } = await run('npm', ['run', 'reverie', 'add', 'x'], {
    cwd: repository,
    path: process.env.PATH!,
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining('Missing script: "reverie"')])
})

test('without node_modules, ./reverie says to run npm ci', async () => {
  const clone = await copyLauncher('no packages')
  const { code, stderr } = await run(join(clone, 'reverie'), ['start'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('Run npm ci first')])
})

test('without Node.js, ./reverie says which version to install', async () => {
  const clone = await copyLauncher('no node')
  await mkdir(join(clone, 'node_modules'))
  const tools = join(directory, 'tools')
  await mkdir(tools)
  for (const tool of ['dirname', 'readlink']) {
    const { stdout } = await execute('sh', ['-c', `command -v ${tool}`])
    await symlink(stdout.trim(), join(tools, tool))
  }
  const { code, stderr } = await run(join(clone, 'reverie'), ['start'], { path: tools })
  expect([code, stderr]).toEqual([1, 'Node.js was not found. Install Node.js 24 or newer.\n'])
})

test('on an older Node.js, ./reverie names the required version in one line', async () => {
  const clone = await copyLauncher('old node')
  await mkdir(join(clone, 'node_modules/.bin'), { recursive: true })
  // Simulates an old Node.js: this one, reporting another version.
  const pretend = join(directory, 'pretend.mjs')
  await writeFile(pretend, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`)
  const old = join(clone, 'node_modules/.bin/node')
  await writeFile(old, `#!/bin/sh\nexec "${process.execPath}" --import "${pretend}" "$@"\n`)
  await chmod(old, 0o755)
  const { code, stderr } = await run(join(clone, 'reverie'), ['start'])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Reverie needs Node\.js 24 or newer; this is 20\.20\.2, at .*\n$/),
  ])
})

test('without TypeScript sources, ./reverie runs the build', async () => {
  const clone = await copyLauncher('image')
  await mkdir(join(clone, 'node_modules'))
  await mkdir(join(clone, 'server/dist'))
  await writeFile(join(clone, 'server/dist/main.js'), `console.log('built', process.argv.slice(2).join(' '))`)
  await writeFile(join(clone, 'server/package.json'), '{"type":"module"}')
  const path = `${join(repository, 'node_modules/.bin')}${delimiter}${plainPath}`
  expect((await run(join(clone, 'reverie'), ['keys', 'list'], { path })).stdout).toBe('built keys list\n')
})

test('a pipe that closes early, as `| head -1` does, ends the command without a stack trace', async () => {
  const env = { PATH: plainPath, HOME: process.env.HOME, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { stderr } = await finish(
    spawn('bash', ['-c', '"$0" doctor | true', launcher], { cwd: directory, env }),
  )
  expect(stderr).not.toMatch(/EPIPE|\n {4}at /)
})

test.each(['-h', '--help'])('reverie %s prints the usage', async option => {
  expect((await run(launcher, [option])).stdout).toMatch(/^Usage: reverie/)
})

test('reverie -v prints the version', async () => {
  expect((await run(launcher, ['-v'])).stdout).toMatch(version)
})
