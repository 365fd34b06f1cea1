import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase, testSecretsKey } from '../../../test/database.ts'
import { runCommand } from '../../../test/run-command.ts'

let main: TestDatabase
let second: TestDatabase
let directory: string
beforeAll(async () => {
  ;[main, second] = await Promise.all([createDatabase(), createDatabase()])
  directory = await mkdtemp(join(tmpdir(), 'reverie-cells-'))
})
afterAll(async () => {
  await Promise.all([main.drop(), second.drop()])
  await rm(directory, { recursive: true })
})

const reverie = (...args: string[]) =>
  runCommand(args, {
    cwd: directory,
    env: {
      DATABASE_URL: main.url,
      CELL_URLS: `second=${second.url}`,
      SECRETS_KEY: testSecretsKey.toString('base64'),
      DATA_DIR: directory,
    },
  })

const cellsListed = async () =>
  JSON.parse((await reverie('cells', 'list', '--json')).stdout).map(
    ({ cell, shards, state }: Record<string, string>) => `${cell}: ${shards} ${state}`,
  )

describe('a second database', () => {
  test('joins without shards, and is refused as a target before that', async () => {
    const early = await reverie('shards', 'move', '0-3', '--to', 'second')
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('reverie cells add second')])
    const { code, stdout } = await reverie('cells', 'add', 'second')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Added cell second .*CELL_URLS/)])
    expect(await cellsListed()).toEqual(['main: 1024 open', 'second: 0 open'])
    expect((await reverie('cells', 'add', 'third')).stderr).toMatch(/^CELL_URLS has no cell third\./)
  })

  test('takes shards without an organization at once, and gives them back when it is drained', async () => {
    const moved = await reverie('shards', 'move', '0-3', '7', '--to', 'second')
    expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('nothing to copy')])
    expect(await cellsListed()).toEqual(['main: 1019 open', 'second: 5 open'])
    const full = await reverie('cells', 'remove', 'second')
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('reverie cells drain second')])
    expect((await reverie('cells', 'drain', 'second')).code).toBe(0)
    expect(await cellsListed()).toEqual(['main: 1024 open', 'second: 0 draining'])
  })

  test('is neither drained nor removed while a move is unfinished, and a drain that is refused changes nothing', async () => {
    await reverie('cells', 'drain', 'second', '--stop')
    await main.admin.query(
      `insert into directory.shard_moves (id, source, target, shards) values (gen_random_uuid(), 'main', 'second', '{4}')`,
    )
    for (const command of [
      ['drain', 'main'],
      ['remove', 'second'],
    ]) {
      const { code, stderr } = await reverie('cells', ...command)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/unfinished move.*reverie shards resume/)])
    }
    await main.admin.query(`delete from directory.shard_moves where phase = 'copying'`)
    for (const to of ['main', 'third']) {
      const { code, stderr } = await reverie('cells', 'drain', 'main', '--to', to)
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^--to names the cell|^There is no cell third/),
      ])
    }
    expect(await cellsListed()).toEqual(['main: 1024 open', 'second: 0 open'])
  })

  test('gets no organization while it is drained', async () => {
    await reverie('cells', 'drain', 'second', '--stop')
    await reverie('shards', 'move', '0-1022', '--to', 'second')
    await main.admin.query(`update directory.cells set draining_at = now() where name = 'second'`)
    await reverie('org', 'create', 'Only here')
    const { stdout } = await reverie('shards', 'list')
    expect(stdout).toBe('1023\tmain\t1\n')
    await main.admin.query(`update directory.shards set cell = 'main'`)
  })

  test('is removed from the directory once it is empty; the first cell never is', async () => {
    expect((await reverie('cells', 'remove', 'second')).code).toBe(0)
    expect(await cellsListed()).toEqual(['main: 1024 open'])
    expect((await reverie('cells', 'remove', 'main')).stderr).toMatch(/which every process needs/)
  })
})

test('shards are named by numbers, ranges and organizations, and what is none of these is refused', async () => {
  const errorOf = async (name: string) => (await reverie('shards', 'move', name, '--to', 'main')).stderr
  expect(await errorOf('9-3')).toBe('Shards are numbers from 0 to 1023.\n')
  expect(await errorOf('1024')).toBe('Shards are numbers from 0 to 1023.\n')
  expect(await errorOf('nobody')).toBe(
    '"nobody" is neither a shard nor an organization. See: reverie shards list\n',
  )
  const same = await reverie('shards', 'move', '1-3', '--to', 'main')
  expect([same.code, same.stdout]).toEqual([0, 'Every shard is where it should be.\n'])
  expect(await reverie('shards', 'resume')).toMatchObject({ code: 0, stdout: 'Every move is finished.\n' })
  expect((await reverie('shards', 'cancel')).stderr).toMatch(/^There is no such unfinished move/)
})
