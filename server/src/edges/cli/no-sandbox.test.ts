import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { repository } from '../../../test/run-reverie.ts'

/** Simulates a machine without bubblewrap and Perl: its program folders contain only a shell. */
const hidden = ['--dev-bind', '/', '/', '--tmpfs', '/usr/local/bin', '--tmpfs', '/usr/bin']
const shell = ['--ro-bind', '/usr/bin/dash', '/usr/bin/sh', '--die-with-parent']

type ProcessedDocument = { id: string; status: string; attempts: { outcome: string | null }[] }

test('without a required sandbox, the start logs an error, texts are processed, and files wait', async () => {
  const database = await createDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'reverie-no-sandbox-'))
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    PORT: '0',
    TRANSCRIBER: 'none',
    EMBEDDER_THREADS: '1',
    NODE_ENV: 'production',
    HOME: process.env.HOME,
  }
  const program = [process.execPath, join(repository, 'server/bin/reverie.js'), 'start']
  const child = spawn('bwrap', [...hidden, ...shell, ...program], { cwd: directory, env })
  let printed = ''
  child.stdout.on('data', part => {
    printed += part
  })
  try {
    const listening = await until(
      async () => /listens on ([^"\s]+)\./.exec(printed) ?? child.exitCode,
      found => found !== null,
    )
    if (typeof listening !== 'object') throw new Error(`It ended:\n${printed}`)
    const url = listening![1]!
    expect(printed).toMatch(/"todo":"Install bubblewrap[^\n]*uploaded files wait: there is no sandbox/)
    const key = (await readFile(join(directory, 'first-key'), 'utf8')).trim()
    const ask = async (path: string, body?: RequestInit['body'], headers = {}) => {
      const authorization = { authorization: `Bearer ${key}`, ...headers }
      const init = { headers: authorization, ...(body && { method: 'POST', body }) }
      const answer = await fetch(`${url}${path}`, init)
      expect(answer.status).toBe(200)
      return (await answer.json()) as ProcessedDocument
    }
    const form = new FormData()
    form.set('file', new File(['Ada moved to Lisbon.'], 'note.txt', { type: 'text/plain' }))
    const file = await ask('/v3/documents/file', form)
    const json = { 'content-type': 'application/json' }
    const text = await ask('/v3/documents', '{"content":"Boris lives in Porto."}', json)
    await until(
      () => ask(`/v3/documents/${text.id}`),
      ({ status }) => status === 'done',
    )
    const { attempts } = await until(
      () => ask(`/v3/documents/${file.id}/attempts`),
      ({ attempts }) => attempts[0]?.outcome === 'retry',
    )
    expect(attempts).toMatchObject([{ errorCode: 'extract.sandbox_unavailable' }])
    expect(await ask(`/v3/documents/${file.id}`)).toMatchObject({ status: 'queued' })
  } finally {
    child.kill('SIGKILL')
    await database.drop()
    await rm(directory, { recursive: true })
  }
})
