import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase, testSecretsKey } from '../../../test/database.ts'
import { runCommand } from '../../../test/run-command.ts'
import { exitCodes } from './exit-codes.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await createDatabase()
  directory = await mkdtemp(join(tmpdir(), 'reverie-organizations-'))
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

const reverie = (...args: string[]) =>
  runCommand(args, {
    cwd: directory,
    env: {
      DATABASE_URL: database.url,
      SECRETS_KEY: testSecretsKey.toString('base64'),
      DATA_DIR: directory,
    },
  })

const noOrganization = (slug: string) => ({
  code: exitCodes.notFound,
  stdout: '',
  stderr: `There is no organization "${slug}". List them with: reverie org list\n`,
})

describe('reverie org list', () => {
  test('on a new installation says how to create an organization, and prints [] as JSON', async () => {
    const { code, stderr } = await reverie('org', 'list')
    expect([code, stderr]).toEqual([1, expect.stringContaining('reverie org create <name>')])
    expect(await reverie('org', 'list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
  })
})

describe('reverie org create', () => {
  test.each([
    ['Ada & Sons', 'ada-sons'],
    ['Zoë Müller', 'zoe-muller'],
    ['  -- Łódź 2 --  ', 'odz-2'],
    ['ＡＣＭＥ', 'acme'],
    ['日本', 'organization'],
  ])('derives from the name %s the slug %s', async (name, slug) => {
    const { stdout } = await reverie('org', 'create', name)
    expect(stdout).toContain(`(${slug}). Create a key with: reverie keys create ${slug}\n`)
  })

  test('refuses a slug that another organization has, and suggests --slug', async () => {
    const { code, stderr } = await reverie('org', 'create', 'ACME!')
    expect([code, stderr]).toEqual([1, expect.stringContaining('Choose another slug with --slug.')])
    expect((await reverie('org', 'create', 'ACME!', '--slug', 'acme-2')).code).toBe(0)
  })

  test.each(['', 'Two words', 'UPPER', '-a', 'a-', 'a--b', '--all', 'a/b', 'é'])(
    'refuses the slug "%s", which other commands could not take as an argument',
    async slug => {
      const { code, stderr } = await reverie('org', 'create', 'Any', `--slug=${slug}`)
      expect([code, stderr]).toEqual([1, expect.stringContaining('A slug may contain only')])
    },
  )

  test('refuses a name of spaces', async () => {
    expect(await reverie('org', 'create', ' ')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('empty'),
    })
  })

  test('shows a spread organization in the list', async () => {
    await reverie('org', 'create', 'Wide', '--spread')
    expect((await reverie('org', 'list')).stdout).toMatch(/^wide\tWide\tspread over all cells$/m)
  })
})

describe('reverie org quota', () => {
  const stored = async () => {
    const { rows } = await database.admin.query(
      `select token_quota::text as quota from directory.organizations where slug = 'acme'`,
    )
    return rows[0].quota
  }

  test('sets and removes the quota of one organization', async () => {
    expect((await reverie('org', 'quota', 'acme', '999999999999999')).stdout).toContain(
      '999999999999999 tokens',
    )
    expect(await stored()).toBe('999999999999999')
    expect((await reverie('org', 'quota', 'acme', 'none')).stdout).toContain('has no quota')
    expect(await stored()).toBeNull()
  })

  test('accepts 0, which allows no document at all', async () => {
    await reverie('org', 'quota', 'acme', '0')
    expect(await stored()).toBe('0')
  })

  test.each(['-1', '1.5', '1e6', '1,000', '', 'None', '9'.repeat(16)])('refuses "%s"', async tokens => {
    const { code, stderr } = await reverie('org', 'quota', '--', 'acme', tokens)
    expect([code, stderr]).toEqual([1, 'Give the quota as a whole number of tokens, or "none".\n'])
  })
})

describe('reverie org spend', () => {
  test('lists the days of one organization or of all, newest first, for 31 days', async () => {
    const spend = (slug: string, daysAgo: number, usd: number) =>
      database.admin.query(
        `insert into directory.llm_spend (org, day, usd, calls, input_tokens, output_tokens)
         select id, (now() at time zone 'UTC')::date - $2::int, $3, 2, 30, 4 from directory.organizations where slug = $1`,
        [slug, daysAgo, usd],
      )
    await spend('acme', 0, 1.5)
    await spend('acme', 30, 0.00004)
    await spend('acme', 31, 7)
    await spend('wide', 1, 2)
    const lines = (await reverie('org', 'spend')).stdout.trim().split('\n')
    expect(lines.map(line => line.split('  ').slice(1, 4))).toEqual([
      ['acme', '$1.5000', '2 calls'],
      ['wide', '$2.0000', '2 calls'],
      ['acme', '$0.0000', '2 calls'],
    ])
    expect((await reverie('org', 'spend', 'wide')).stdout).toMatch(/^\d{4}-\d\d-\d\d {2}wide {2}\$2\.0000/)
  })

  test('tells an organization that spent nothing from one that does not exist', async () => {
    expect((await reverie('org', 'spend', 'zoe-muller')).stdout).toContain('No money was spent')
    expect(await reverie('org', 'spend', 'nobody')).toEqual(noOrganization('nobody'))
  })
})

describe('reverie keys', () => {
  test('list shows the state of each key, and no control characters of a name that a tenant chose', async () => {
    const idOf = (stdout: string) => /^\nKey (\w+)/.exec(stdout)![1]!

    const ids: string[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push(idOf((await reverie('keys', 'create', 'acme', '--name', name)).stdout))
    await database.admin.query(
      `update directory.keys set expires_at = now() - interval '1 second' where id = $1`,
      [ids[1]],
    )
    await reverie('keys', 'disable', ids[2]!)
    await database.admin.query(`update directory.keys set name = E'\\x1b[2Jx\\ty' where id = $1`, [ids[0]])
    const { stdout } = await reverie('keys', 'list', 'acme')
    const rows = stdout
      .trim()
      .split('\n')
      .map(line => line.split('\t'))
    expect(rows.map(([id, , name, , state]) => [id, name, state])).toEqual([
      [ids[0], '\ufffd[2Jx y', 'active'],
      [ids[1], 'b', 'expired'],
      [ids[2], 'c', 'disabled'],
    ])
    const json = JSON.parse((await reverie('keys', 'list', 'acme', '--json')).stdout)
    expect(json[0].name).toBe('\x1b[2Jx\ty')
  })

  test('disable accepts a disabled key, whose time stays, and names an unknown one', async () => {
    const read = async () =>
      (await database.admin.query(`select id, disabled_at from directory.keys where disabled_at is not null`))
        .rows
    const [before] = await read()
    expect((await reverie('keys', 'disable', before.id)).code).toBe(0)
    expect(await read()).toEqual([before])
    const { code, stderr } = await reverie('keys', 'disable', 'nothing')
    expect([code, stderr]).toEqual([
      exitCodes.notFound,
      'There is no key nothing. List keys with: reverie keys list\n',
    ])
  })

  test('list of an organization without keys is empty, and of an unknown one an error', async () => {
    expect(await reverie('keys', 'list', 'wide')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await reverie('keys', 'list', 'nobody')).toEqual(noOrganization('nobody'))
  })
})
