import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../server/test/harness.ts'
import { listNodes, type NodeProgram, newDirectory } from './nodes.ts'

/**
 * Tests the package as users get it: packed, installed into an empty project and used, on this Node.js and the ones on PATH.
 * All supported versions: `SDK_NODES=20,22,24,26 npm test -- sdk/test/package`.
 */
// npm and tsc take 40 s each on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })
const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')
const tsc = join(sdk, 'node_modules/typescript/bin/tsc')
const nodeTypes = join(sdk, '../node_modules/@types')
const directory = newDirectory()
const nodes = listNodes(directory)
let archive: string
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await run(process.execPath, [join(sdk, 'build.ts')])
  const pack = ['pack', '--silent', '--pack-destination', directory, join(sdk, 'dist')]
  archive = join(directory, (await run('npm', pack)).stdout.trim())
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

test('the SDK archive contains the files that users need and a manifest without development fields', async () => {
  const { stdout } = await run('tar', ['-xzOf', archive, 'package/package.json'])
  expect(JSON.parse(stdout)).toEqual({
    name: '@reverie/sdk',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    description: expect.any(String),
    keywords: expect.any(Array),
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': { types: './reverie.d.ts', default: './reverie.js' },
      './package.json': './package.json',
    },
    files: ['*.js', '*.d.ts', 'generated'],
    dependencies: { 'openapi-fetch': expect.stringMatching(/^\d/) },
  })
  const { stdout: names } = await run('tar', ['-tzf', archive])
  const files = names.trimEnd().split('\n')
  expect(files).toEqual(
    expect.arrayContaining(['package/README.md', 'package/LICENSE', 'package/reverie.js']),
  )
  expect(files.filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
})

describe.each(nodes)('the SDK package on Node.js $version', node => {
  beforeAll(() => install(node))

  test('is installed without a warning', () => {
    expect(readdirSync(join(projectOf(node), 'node_modules/@reverie'))).toEqual(['sdk'])
  })

  test('works in an ES module that adds, uploads, waits and searches', async () => {
    expect(await consume(node, 'esm.mjs')).toEqual({
      found: 'Ada moved to Lisbon.',
      code: 'document.not_found',
    })
  })

  test('works in a CommonJS module', async () => {
    expect(await consume(node, 'commonjs.cjs')).toEqual({
      org: expect.stringMatching(/^Test \d+$/),
    })
  })

  test('has types that pass a strict check with browser types', () =>
    checkTypes(node, ['--module', 'nodenext', '--lib', 'es2022,dom']))
})

// The result is the same on every Node.js, so these run on one version.
test.each([
  ['a bundler', ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom']],
  ['the types of Node.js', ['--module', 'nodenext', '--types', 'node', '--typeRoots', nodeTypes]],
])('the SDK types pass a strict check with %s', (_, options) => checkTypes(nodes[0]!, options))

/** Installs the archive with npm on this version of Node.js. An unsupported engine is an error. */
async function install(node: NodeProgram): Promise<void> {
  const project = projectOf(node)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', '--silent']
  await run('npm', ['install', ...flags, archive], { cwd: project, env: environmentOf(node) })
  cpSync(join(import.meta.dirname, 'consumer'), project, { recursive: true })
}

async function consume(node: NodeProgram, program: string): Promise<unknown> {
  const { stdout } = await run(node.path, [program], { cwd: projectOf(node), env: environmentOf(node) })
  return JSON.parse(stdout)
}

async function checkTypes(node: NodeProgram, options: string[]): Promise<void> {
  const strict = [
    '--noEmit',
    '--skipDefaultLibCheck',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
  ]
  const cwd = projectOf(node)
  // tsc reports on standard output, and exits with an error code if there is anything to report.
  const { stdout } = await run(node.path, [tsc, ...strict, ...options, 'typed.ts'], { cwd }).catch(
    error => error,
  )
  expect(stdout).toBe('')
}

const projectOf = ({ version }: NodeProgram): string => join(directory, `project-${version}`)

const environmentOf = (node: NodeProgram): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(node.path)}:${process.env.PATH}`,
  REVERIE_URL: server.url,
  REVERIE_KEY: server.client.key,
})
