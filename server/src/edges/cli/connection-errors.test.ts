import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, serverUrl, type TestDatabase } from '../../../test/database.ts'
import { type Manner, startPostgresDouble } from '../../../test/postgres-double.ts'
import { runReverie } from '../../../test/run-reverie.ts'

/** One command of every kind that opens a database: `start` migrates, `serve` opens everything, `keys` only the directory. */
const commands = [
  ['start'],
  ['serve'],
  ['worker'],
  ['migrate'],
  ['keys', 'list'],
  ['org', 'spend'],
  ['doctor'],
]

let directory: string
let database: TestDatabase
const admin = new pg.Pool({ connectionString: serverUrl, max: 1 })
/** A role that may log in and has no other right. */
const stranger = `reverie_stranger_${process.pid}`
/** A role that may not log in. */
const nologin = `reverie_nologin_${process.pid}`

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-connection-'))
  database = await createDatabase()
  await admin.query(`create role ${stranger} login; create role ${nologin} nologin`)
})
afterAll(async () => {
  await database.drop()
  await admin.query(`drop role ${stranger}; drop role ${nologin}`)
  await admin.end()
  await rm(directory, { recursive: true })
})

async function outputOf(args: readonly string[], url: string): Promise<string> {
  const env = { DATABASE_URL: url, PORT: '0', WORKER_PORT: '0', TRANSCRIBER: 'none' }
  const { stdout, stderr, code } = await runReverie(args, { cwd: directory, env })
  expect([args, code], stderr).toEqual([args, 1])
  expect(stderr + stdout, 'no stack').not.toMatch(/^ {4}at /m)
  // `doctor` prints the error among its checks. Every other command prints only the error.
  return args[0] === 'doctor' ? stdout : stderr
}

/** The test server's address with another user, database or options. */
function address(change: (url: URL) => void): string {
  const url = new URL(database.url)
  change(url)
  return url.href
}

describe('an unreachable Postgres is named together with the setting to change', () => {
  test.each(commands)('by reverie %s %s', async (...args) => {
    const command = args.filter(word => word !== undefined)
    const closed = await outputOf(command, 'postgres://ada@127.0.0.1:1/reverie')
    expect(closed).toContain('No Postgres answers at 127.0.0.1:1.')
    expect(closed).toContain('or set DATABASE_URL to yours')
  })
})

test.each<[string, (url: URL) => void, string[]]>([
  [
    'a host that is unknown',
    url => (url.hostname = 'nowhere.invalid'),
    ['The host nowhere.invalid of DATABASE_URL was not found.'],
  ],
  [
    'a database that does not exist',
    url => (url.pathname = '/nothing_here'),
    ['has no database "nothing_here"', 'createdb nothing_here'],
  ],
  [
    'a user that does not exist',
    url => (url.username = 'nobody_here'),
    ['refuses user "nobody_here"', 'Name a user in DATABASE_URL'],
  ],
  [
    'a user who may not log in',
    url => (url.username = nologin),
    [`refuses user "${nologin}"`, 'not permitted to log in'],
  ],
  [
    'a user without rights',
    url => (url.username = stranger),
    [`User "${stranger}" lacks a permission`, 'as the owner of the database'],
  ],
  [
    'TLS that the server does not speak',
    url => url.searchParams.set('sslmode', 'require'),
    ['does not speak TLS', 'Remove sslmode from DATABASE_URL'],
  ],
])('%s is explained', async (_what, change, parts) => {
  for (const args of [['keys', 'list'], ['migrate']]) {
    const sentence = await outputOf(args, address(change))
    for (const part of parts) expect(sentence).toContain(part)
  }
})

test('a database without our tables is answered with the advice to run reverie migrate', async () => {
  const name = `reverie_test_${process.pid}_empty`
  await admin.query(`create database ${name}`)
  try {
    const url = address(url => {
      url.pathname = `/${name}`
    })
    expect(await outputOf(['keys', 'list'], url)).toContain('Run: reverie migrate')
    expect(await outputOf(['serve'], url)).toContain('Run: reverie migrate')
  } finally {
    await admin.query(`drop database ${name} with (force)`)
  }
})

test('a malformed DATABASE_URL is refused with an example of a valid one', async () => {
  const sentence = await outputOf(['keys', 'list'], 'postgres://ada@[here/reverie')
  expect(sentence).toContain('DATABASE_URL is not a Postgres address.')
  expect(sentence).toContain('postgres://user:password@host:5432/database')
})

/** Answers of Postgres servers that the test cluster cannot give. */
test.each<[string, Manner, string, string[]]>([
  [
    'a password that is missing',
    { asksForPassword: true },
    'ada',
    ['asks for a password, and DATABASE_URL has none', 'DATABASE_URL=postgres://ada:password@127.0.0.1:'],
  ],
  [
    'a password that is wrong',
    { refuses: { code: '28P01', message: 'password authentication failed for user "ada"' } },
    'ada:secret',
    ['refuses the password of user "ada"', 'Correct it in DATABASE_URL'],
  ],
  [
    'TLS that the server asks for',
    {
      refuses: {
        code: '28000',
        message: 'no pg_hba.conf entry for host "10.0.0.1", user "ada", database "reverie", no encryption',
      },
    },
    'ada',
    ['refuses connections without TLS', 'Add ?sslmode=require to DATABASE_URL.'],
  ],
  [
    'a server that is starting',
    { refuses: { code: '57P03', message: 'the database system is starting up' } },
    'ada',
    ['is starting or stopping', 'Try again in a moment.'],
  ],
  [
    'a server that is full',
    { refuses: { code: '53300', message: 'sorry, too many clients already' } },
    'ada',
    ['has no connection left', 'DATABASE_POOL_SIZE'],
  ],
])('%s is explained', async (_what, manner, user, parts) => {
  const double = await startPostgresDouble(manner)
  try {
    for (const args of [['keys', 'list'], ['start']]) {
      const sentence = await outputOf(args, `postgres://${user}@127.0.0.1:${double.port}/reverie`)
      for (const part of parts) expect(sentence).toContain(part)
      expect(sentence).not.toContain('secret')
    }
  } finally {
    await double.close()
  }
})

test.each([
  ['15.6', 150_006, '0.8.4', 'Postgres 15.6 is too old: 18 or newer is needed'],
  ['17.9', 170_009, '0.8.4', 'Postgres 17.9 is too old: 18 or newer is needed'],
  ['18.2', 180_002, null, 'pgvector is not installed on the server'],
  ['18.2', 180_002, '0.7.4', 'pgvector 0.7.4 is too old: 0.8.4 or newer is needed'],
])(
  'Postgres %s (%d) with pgvector %s is refused as too old or incomplete',
  async (postgres, number, vector, sentence) => {
    const double = await startPostgresDouble({ engine: { number, postgres, vector } })
    try {
      for (const args of [['migrate'], ['start']])
        expect(await outputOf(args, `postgres://ada@127.0.0.1:${double.port}/reverie`)).toContain(sentence)
    } finally {
      await double.close()
    }
  },
)
