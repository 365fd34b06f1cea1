import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { finish, repository, runReverie } from '../../../../test/run-reverie.ts'

let server: TestServer
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-doctor-'))
})
afterAll(() => rm(directory, { recursive: true }))

const settings = () => ({
  DATABASE_URL: server.databases[0]!.url,
  TRANSCRIBER: 'none',
  EMBEDDER_THREADS: '1',
})

const doctor = () => runReverie(['doctor'], { cwd: directory, env: settings() })

test('doctor accepts a running worker, fails for a backlog without a worker, and warns about an old backlog and a slot that nobody reads', async () => {
  server = await startTestServer({ worker: true })
  try {
    const running = await doctor()
    expect(running.stdout).toMatch(
      /^✓ cell main: login +reverie_login_\w+, not a superuser, owns no tables$/m,
    )
    expect(running.stdout).toMatch(/^✓ workers +1 alive$/m)
    expect(running.stdout).toMatch(/^✓ backlog +no document waits$/m)
    expect(running.code).toBe(0)
    await server.stop()
    const stopped = await doctor()
    expect(stopped.stdout).toMatch(/^! workers +none alive\n +→ Start one: "reverie start"/m)
    expect([stopped.code, stopped.stdout]).toEqual([0, expect.stringMatching(/warnings? of \d+ checks\.\n$/)])
  } finally {
    for (const database of server.databases) await database.drop()
  }
  server = await startTestServer({ worker: false })
  try {
    await add(server.client, { content: 'Nobody reads this yet.' })
    const waiting = await doctor()
    expect(waiting.stdout).toMatch(/^✗ workers +none alive$/m)
    expect(waiting.stdout).toMatch(/^✓ backlog +1 document waits, the oldest for \d+ s$/m)
    expect(waiting.code).toBe(1)
    const { admin } = server.databases[0]!
    await admin.query(`update cell.documents set due_at = now() - interval '3 hours'`)
    await admin.query(`select pg_create_logical_replication_slot('left_of_a_move', 'pgoutput')`)
    const late = (await doctor()).stdout
    expect(late).toMatch(/^! backlog +1 document waits, the oldest for 3 h\n +→ Run more workers/m)
    expect(late).toMatch(/^! cell main: replication slot +nobody reads left_of_a_move, and it keeps \d+/m)
  } finally {
    await server.databases[0]!.admin.query(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database()`,
    )
    await server.close()
  }
})

test('without bubblewrap, tesseract, ffmpeg and a speech model, doctor warns and says what to install', async () => {
  server = await startTestServer({ worker: true })
  try {
    // Simulates a machine without the tools: its program folders contain only a shell.
    const hidden = ['--dev-bind', '/', '/', '--tmpfs', '/usr/local/bin', '--tmpfs', '/usr/bin']
    const shell = ['--ro-bind', '/usr/bin/dash', '/usr/bin/sh']
    const program = [process.execPath, join(repository, 'server/bin/reverie.js'), 'doctor']
    const env = {
      ...settings(),
      TRANSCRIBER: 'local',
      TRANSCRIBER_MODEL_DIR: '',
      MODEL_DIR: join(directory, 'models'),
    }
    const child = spawn('bwrap', [...hidden, ...shell, ...program], { cwd: directory, env })
    const { stdout, code } = await finish(child)
    expect(stdout).toMatch(
      /^! reading files +by the permission model of Node.js, without images and recordings: bubblewrap is not installed; perl.*\n +→ Install bubblewrap/m,
    )
    expect(stdout).toMatch(
      /^! images and scans +tesseract not found\n +→ Install it: apt-get install tesseract-ocr/m,
    )
    expect(stdout).toMatch(
      /^! audio and video +ffmpeg and ffprobe not found\n +→ Install it: apt-get install ffmpeg/m,
    )
    expect(stdout).toMatch(/^! transcriber +no speech model.*\n +→ Install a model/m)
    expect(code).toBe(0)
    // On a server that others can reach, a missing sandbox is a failure, not a warning.
    for (const [sandbox, found] of [
      [
        'preferred',
        'by the permission model of Node.js, without images and recordings.*, on a server that others can reach',
      ],
      [
        'off',
        'by the permission model of Node.js: EXTRACT_SANDBOX is off, on a server that others can reach',
      ],
      ['', 'EXTRACT_SANDBOX is required, and bubblewrap is not installed'],
    ]) {
      const exposed = { ...env, HOST: '0.0.0.0', EXTRACT_SANDBOX: sandbox }
      const ended = await finish(
        spawn('bwrap', [...hidden, ...shell, ...program], { cwd: directory, env: exposed }),
      )
      expect(ended.stdout).toMatch(new RegExp(`^✗ reading files +${found}.*\\n +→ Install bubblewrap`, 'm'))
      expect(ended.code).toBe(1)
    }
  } finally {
    await server.close()
  }
})
