import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../server/test/harness.ts'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the samples of the SDK README run from top to bottom', async () => {
  const readme = readFileSync(join(sdk, 'README.md'), 'utf8')
  const program = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, block]) => block).join('\n')
  const { stdout, stderr } = await run(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    {
      cwd: sdk,
      env: { ...process.env, REVERIE_URL: server.url, REVERIE_KEY: server.client.key },
    },
  )
  const lines = stdout.split('\n')
  expect(lines).toContain('done')
  expect(lines).toContain('Ada moved to Lisbon in May and started at a ceramics studio.')
  expect(lines).toContain('2 added, 0 refused')
  expect(lines).toContainEqual(expect.stringMatching(/^\d memories would be forgotten$/))
  expect(lines).toContainEqual(expect.stringMatching(/^0\.\d+ Kilns are fired at 1,200 °C\.$/))
  expect(lines.filter(line => /^\w{22} \w+$/.test(line))).toHaveLength(6)
  expect(lines).toContainEqual(expect.stringMatching(/^ *containerTag: 'user_42',$/))
  expect(lines.at(-2)).toBe('6')
  expect(stderr).toMatch(/404 document\.not_found \(req_\w+\)/)
})
