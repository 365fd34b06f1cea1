import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase, testSecretsKey } from '../../../test/database.ts'
import { runCommand } from '../../../test/run-command.ts'
import { newId } from '../../platform/lib/ids.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await createDatabase()
  directory = await mkdtemp(join(tmpdir(), 'reverie-erasures-'))
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

const replay = (...options: string[]) =>
  runCommand(['erasures', 'replay', ...options], {
    cwd: directory,
    env: {
      DATABASE_URL: database.url,
      SECRETS_KEY: testSecretsKey.toString('base64'),
      DATA_DIR: directory,
      ERASURE_JOURNAL_DIR: join(directory, 'journal'),
    },
  })

test('reverie erasures replay reads the journal, names deletions of unknown organizations, and says what to expect', async () => {
  expect(await replay('--json')).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify({ entries: 0, documents: 0, containers: 0, memories: 0, unknown: 0, kept: [], unreadable: [] })}\n`,
  })
  const [id, document] = [newId(1), newId(1)]
  const entry = {
    ...{ version: 1, id, shard: 1, org: newId(1), container: newId(1), kind: 'document', target: document },
    ...{ documents: [document], merged: [], askedBy: 'key', requested: 1, forgotten: 0 },
    createdAt: '2026-11-18T10:00:00.000Z',
  }
  const folder = join(directory, 'journal', 'erasures', '2026-11-18', id)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '1'), `{"contentType":"application/json"}\n${JSON.stringify(entry)}`)
  const { code, stdout } = await replay('--files')
  expect([code, stdout]).toEqual([0, expect.stringContaining('Read 1 deletions from the journal.')])
  expect(stdout).toContain('1 deletions belong to organizations that this database does not know.')
  expect(stdout).toContain('Removed 0 files without a document.')
  expect(await readdir(folder)).toEqual(['1'])
  expect((await replay('--since', '2026-11-19', '--json')).stdout).toContain('"entries":0')
  expect((await replay('--since', '2026-11-19')).stdout).toContain('Is this the right journal?')

  await writeFile(join(folder, '2'), '{"contentType":"application/json"}\n{"version":1,"id"')
  const torn = await replay()
  expect([torn.code, torn.stderr]).toEqual([1, expect.stringContaining(`erasures/2026-11-18/${id}/2`)])
  expect(torn.stdout).toContain('Read 2 deletions from the journal.')
})
