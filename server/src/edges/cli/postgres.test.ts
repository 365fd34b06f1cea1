import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runReverie } from '../../../test/run-reverie.ts'

const home = mkdtempSync(join(tmpdir(), 'reverie-postgres-'))
afterAll(() => rmSync(home, { recursive: true }))

test('reverie postgres help prints the usage of the script that brings a Postgres', async () => {
  const { code, stdout } = await runReverie(['postgres', 'help'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('PostgreSQL with pgvector for development')])
})

test('reverie postgres passes options to the script, and its exit code to the shell', async () => {
  const { code, stderr } = await runReverie(['postgres', 'url', '--name', 'unknown'], {
    env: { REVERIE_HOME: home },
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no cluster unknown')])
})
