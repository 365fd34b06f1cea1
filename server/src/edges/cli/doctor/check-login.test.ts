import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asAdmin, createDatabase, type TestDatabase } from '../../../../test/database.ts'
import { loadConfig } from '../../../platform/config.ts'
import { userOf } from '../../../platform/db/login.ts'
import { checkLogin } from './check-login.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await createDatabase()
  directory = await mkdtemp(join(tmpdir(), 'reverie-login-'))
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

const check = (settings: Record<string, string> = {}) =>
  checkLogin(loadConfig({ DATABASE_URL: database.url, DATA_DIR: directory, ...settings }))
const subject = 'cell main: login'

describe('the database login of processes', () => {
  const login = () => userOf(database.login)
  afterEach(() =>
    asAdmin(client => client.query(`alter role ${login()} nosuperuser nobypassrls nocreaterole`)),
  )

  test('is reported if it is correct, and the check creates no file', async () => {
    expect(await check()).toEqual([
      { subject, state: 'ok', found: `${login()}, not a superuser, owns no tables` },
    ])
    expect(await readdir(directory)).toEqual([])
  })

  test.each(['superuser', 'bypassrls'])('is a failure if it has the attribute %s', async power => {
    await asAdmin(client => client.query(`alter role ${login()} ${power}`))
    const [finding] = await check()
    expect(finding).toMatchObject({ subject, state: 'failure' })
    expect(finding!.found).toContain(`The login "${login()}" can see every organization's rows`)
  })

  test('is a failure if the settings name a superuser for it', async () => {
    const [finding] = await check({ DATABASE_OWNER_URL: database.url })
    expect(finding).toMatchObject({
      subject,
      state: 'failure',
      todo: expect.stringContaining('DATABASE_OWNER_URL'),
    })
  })

  test('is a failure if it is missing', async () => {
    await asAdmin(client => client.query(`alter role ${login()} rename to ${login()}_x`))
    try {
      expect(await check()).toEqual([
        {
          subject,
          state: 'failure',
          found: expect.stringContaining('is missing'),
          todo: 'Run: reverie migrate',
        },
      ])
    } finally {
      await asAdmin(client => client.query(`alter role ${login()}_x rename to ${login()}`))
    }
  })
})
