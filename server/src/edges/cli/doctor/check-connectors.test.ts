import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../platform/config.ts'
import { checkConnectors } from './check-connectors.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'reverie-doctor-'))
  await mkdir(join(root, 'notes'))
  await mkdir(join(root, 'all', 'data'), { recursive: true })
  await writeFile(join(root, 'file'), '')
})
afterAll(() => rm(root, { recursive: true }))

const check = async (settings: Record<string, string>) =>
  new Map((await checkConnectors(loadConfig(settings))).map(finding => [finding.subject, finding]))

test('doctor says which version of git connections use, that no folder is allowed, and that sources are polled', async () => {
  const found = await check({})
  expect(found.get('git repositories')).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^git 2\./),
  })
  expect(found.get('folders to connect')?.found).toBe('none: CONNECTOR_FOLDERS is empty')
  expect(found.get('events of sources')?.found).toMatch(/PUBLIC_URL is empty/)
})

test('doctor tells folders that can be connected from those that cannot, and says what to do', async () => {
  const folders = ['notes', 'missing', 'file', 'all'].map(name => join(root, name))
  const found = await check({
    CONNECTOR_FOLDERS: [...folders, 'relative'].join(', '),
    DATA_DIR: join(root, 'all', 'data'),
  })
  const [notes, missing, file, all, relative] = [...folders, 'relative'].map(path =>
    found.get(`folder ${path}`),
  )
  expect(notes).toMatchObject({ state: 'ok', found: 'can be connected' })
  expect(missing).toMatchObject({ state: 'warning', found: 'cannot be listed (ENOENT)' })
  expect(file).toMatchObject({ state: 'warning', found: 'cannot be listed (ENOTDIR)' })
  expect(all).toMatchObject({ state: 'warning', found: expect.stringContaining('holds DATA_DIR') })
  expect(relative).toMatchObject({ state: 'warning', found: 'no absolute path' })
})

test('doctor finds a connector of the operator that is not there', async () => {
  const path = join(root, 'mine.js')
  expect((await check({ CONNECTOR_MODULES: path })).get(`connector ${path}`)).toMatchObject({
    state: 'warning',
    found: 'cannot be read (ENOENT)',
  })
})
