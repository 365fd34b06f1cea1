import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../platform/config.ts'
import { checkDirectories } from './check-directories.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'reverie-doctor-'))
})
afterAll(() => rm(root, { recursive: true }))

const check = (settings: Record<string, string>) => checkDirectories(loadConfig(settings))

describe('the directories that reverie doctor checks', () => {
  test('are accepted if they can be written, and nothing is left in them', async () => {
    const data = join(root, 'data')
    await mkdir(join(data, 'blobs'), { recursive: true })
    expect(await check({ DATA_DIR: data })).toEqual([
      { subject: 'DATA_DIR', state: 'ok', found: data },
      { subject: 'BLOB_DIR', state: 'ok', found: join(data, 'blobs') },
    ])
    expect(await readdir(data)).toEqual(['blobs'])
    expect(await readdir(join(data, 'blobs'))).toEqual([])
  })

  test('are accepted before the first start, which creates them', async () => {
    const [data] = await check({ DATA_DIR: join(root, 'not/yet/there') })
    expect(data).toMatchObject({ state: 'ok', found: expect.stringContaining('created when it is needed') })
    expect(await readdir(root)).not.toContain('not')
  })

  test('are a failure below a file', async () => {
    await writeFile(join(root, 'file'), '')
    for (const path of [join(root, 'file'), join(root, 'file/below')])
      expect(await check({ DATA_DIR: path, BLOBS: 's3', S3_BUCKET: 'files' })).toEqual([
        {
          subject: 'DATA_DIR',
          state: 'failure',
          found: `${path} cannot be written (ENOTDIR)`,
          todo: expect.stringContaining('Set DATA_DIR to a directory'),
        },
      ])
  })

  test.runIf(process.platform === 'linux')(
    'are a failure below /proc, which accepts no directory',
    async () => {
      const findings = await check({ DATA_DIR: '/proc/reverie' })
      expect(findings).toMatchObject([
        { subject: 'DATA_DIR', state: 'failure' },
        { subject: 'BLOB_DIR', state: 'failure', todo: expect.stringContaining('Set BLOB_DIR') },
      ])
    },
  )

  test('are only those that the settings use', async () => {
    const key = { SECRETS_KEY: Buffer.alloc(32).toString('base64'), DATA_DIR: '/proc/reverie' }
    expect(await check({ ...key, BLOBS: 's3', S3_BUCKET: 'files' })).toEqual([])
    expect(await check({ ...key, BLOB_DIR: root })).toMatchObject([{ subject: 'BLOB_DIR', state: 'ok' }])
  })
})
