import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSecrets, type SecretsSettings } from './open-secrets.ts'

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-secrets-'))
  path = join(directory, 'data', 'secrets.json')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const settings = (given: Partial<SecretsSettings> = {}) => ({
  SECRETS_KEY: '',
  SECRETS_KEYS_OLD: '',
  FILE_URL_SECRET: '',
  DATA_DIR: join(directory, 'data'),
  ...given,
})

async function put(text: string): Promise<void> {
  await mkdir(join(directory, 'data'))
  await writeFile(path, text)
}

/** Opens the secrets in another process. */
async function openElsewhere(): Promise<string> {
  const module = new URL('./open-secrets.ts', import.meta.url).href
  const program = `
    import { openSecrets, type SecretsSettings } from ${JSON.stringify(module)}
    const { secretsKey, fileUrlSecret } = await openSecrets(${JSON.stringify(settings())})
    console.log(secretsKey.toString('base64'), fileUrlSecret)`
  return (await promisify(execFile)(process.execPath, ['-e', program])).stdout
}

describe('secrets of an installation', () => {
  test('are created once, for the owner only, and read again at the next start', async () => {
    const first = await openSecrets(settings())
    expect(first.secretsKey).toHaveLength(32)
    expect(first.fileUrlSecret).toMatch(/^[0-9a-f]{64}$/)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await openSecrets(settings())).toEqual(first)
  })

  test('are the same in all processes that start at once, and no draft is left behind', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, openElsewhere))
    expect(new Set(keys).size).toBe(1)
    expect(await readdir(join(directory, 'data'))).toEqual(['secrets.json'])
  })

  test('stay the same when the key moves from the file to the setting SECRETS_KEY', async () => {
    const kept = await openSecrets(settings())
    const { SECRETS_KEY } = JSON.parse(await readFile(path, 'utf8'))
    await rm(path)
    expect(await openSecrets(settings({ SECRETS_KEY }))).toEqual(kept)
  })

  test('that are configured need no file, and none is created', async () => {
    const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
    const FILE_URL_SECRET = 'x'.repeat(32)
    const { secretsKey, fileUrlSecret } = await openSecrets(settings({ SECRETS_KEY, FILE_URL_SECRET }))
    expect(secretsKey).toEqual(Buffer.alloc(32, 7))
    expect(fileUrlSecret).toBe(FILE_URL_SECRET)
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('from before a rotation still decrypt and verify, whether set or in the file', async () => {
    const kept = await openSecrets(settings())
    const { SECRETS_KEY } = JSON.parse(await readFile(path, 'utf8'))
    const next = Buffer.alloc(32, 9).toString('base64')
    const rotated = await openSecrets(settings({ SECRETS_KEY: next, SECRETS_KEYS_OLD: ` ${SECRETS_KEY} ,` }))
    expect(rotated.secretsKey).toEqual(Buffer.alloc(32, 9))
    expect(rotated.oldSecretsKeys).toEqual([kept.secretsKey])
    expect(rotated.oldFileUrlSecrets).toEqual([kept.fileUrlSecret])
    await writeFile(path, JSON.stringify({ SECRETS_KEY: next, SECRETS_KEYS_OLD: [SECRETS_KEY] }))
    expect(await openSecrets(settings())).toEqual(rotated)
  })

  test.each([
    '',
    'not JSON',
    'null',
    '{}',
    '{"SECRETS_KEY":"short"}',
    `{"SECRETS_KEY":"${'A'.repeat(43)}=","SECRETS_KEYS_OLD":[1]}`,
  ])(
    'in a damaged file (%j) cause an error that says what to do, and the file stays unchanged',
    async text => {
      await put(text)
      await expect(openSecrets(settings())).rejects.toThrow(/is damaged.*Restore it from a backup/)
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )

  test('in an unreadable path cause an error that says what to do', async () => {
    await mkdir(path, { recursive: true })
    await expect(openSecrets(settings())).rejects.toThrow(/cannot be read \(EISDIR\)/)
  })

  test('that cannot be created cause an error that names DATA_DIR and SECRETS_KEY', async () => {
    await mkdir(join(directory, 'data'))
    await symlink(join(directory, 'volume that is not mounted', 'secrets.json'), path)
    await expect(openSecrets(settings())).rejects.toThrow(
      /cannot be created.*DATA_DIR.*\(user \d+\).*SECRETS_KEY/,
    )
  })

  test.runIf(process.platform === 'linux')(
    'below a directory that accepts no files cause the same error, and the start does not hang',
    async () => {
      const DATA_DIR = '/proc/reverie'
      await expect(openSecrets(settings({ DATA_DIR }))).rejects.toThrow(/cannot be created \(ENOENT\)/)
    },
  )

  test('below a file cause an error that names the path', async () => {
    await writeFile(join(directory, 'file'), '')
    const opened = openSecrets(settings({ DATA_DIR: join(directory, 'file') }))
    await expect(opened).rejects.toThrow(/file\/secrets\.json cannot be read \(ENOTDIR\)/)
  })
})
