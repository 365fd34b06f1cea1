import { z } from 'zod'
import { count, milliseconds, namedUrls, postgresUrl } from './kinds.ts'

export const databaseSettings = {
  DATABASE_URL: postgresUrl
    .default('postgres://postgres@127.0.0.1:54329/reverie')
    .describe(
      'Postgres 18 or newer with pgvector 0.8.4 or newer. It holds the first cell and, unless DIRECTORY_URL is set, the directory (organizations, keys, people and settings).',
    ),
  DIRECTORY_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe(
      'A Postgres 18 of its own for the directory: organizations, keys, people, settings, the audit log and the place of each shard. It needs no pgvector. Default: the directory is in DATABASE_URL. `reverie directory move` brings an existing directory there.',
    ),
  CELL_URLS: namedUrls
    .default('')
    .describe(
      'More cells (databases) to spread data over, as `name=url`, separated by commas. Default: all data is in DATABASE_URL.',
    ),
  DATABASE_OWNER_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe(
      'Login of the user who owns the tables. Migrations and index builds use it. Default: the user of DATABASE_URL owns the tables. Reverie then creates a role with fewer rights, and answers requests with that role. The password of the role is derived from SECRETS_KEY. Set this, and set DATABASE_URL to a login without rights of its own, to manage both logins yourself. A process that only serves the API then needs no owner.',
    ),
  CELL_OWNER_URLS: namedUrls
    .default('')
    .describe(
      'The same as DATABASE_OWNER_URL for the cells in CELL_URLS, as `name=url`, separated by commas.',
    ),
  DIRECTORY_OWNER_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe('The same as DATABASE_OWNER_URL for the database in DIRECTORY_URL.'),
  DATABASE_DIRECT_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe(
      'Set this when DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer: the same database, past the pooler. Migrations, index builds and the choice of the process that does maintenance need a session of their own. Requests and workers then rely on no state of a session. Default: DATABASE_URL leads to Postgres itself.',
    ),
  CELL_DIRECT_URLS: namedUrls
    .default('')
    .describe(
      'The same as DATABASE_DIRECT_URL for the cells in CELL_URLS, as `name=url`, separated by commas.',
    ),
  DIRECTORY_DIRECT_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe('The same as DATABASE_DIRECT_URL for the database in DIRECTORY_URL.'),
  POOLER_PREPARES: z
    .stringbool()
    .default(false)
    .describe(
      'Whether the pooler keeps prepared statements, as PgBouncer 1.21 or newer does with max_prepared_statements above 0. Searches and adds are then planned once for each connection, and not each time. Has no effect without a pooler.',
    ),
  REPLICA_URLS: namedUrls
    .default('')
    .describe(
      'Hot standbys that answer searches and lists, as `name=url`, separated by commas. `main` is the cell in DATABASE_URL, the others have their names in CELL_URLS. The user of the address is replaced as in DATABASE_URL. A standby answers only what it has the newest version of; the primary answers the rest. Default: the primary answers everything.',
    ),
  REPLICA_WAIT_MS: milliseconds
    .min(0)
    .max(1_000)
    .default(20)
    .describe(
      'Maximum time in milliseconds that a read waits until a standby has replayed the newest change of what it reads. Then the primary answers. Raise it when many reads end as `stale` in reverie_replica_reads_total.',
    ),
  REPLICA_MAX_LAG_SECONDS: count
    .min(1)
    .max(86_400)
    .default(60)
    .describe(
      "Maximum age of a standby's data in seconds. An older standby answers nothing until it has caught up. Answers are never stale, whatever the value: a lower one only avoids vain waits.",
    ),
  CELL_PARTITIONS: count
    .min(1)
    .max(64)
    .default(8)
    .describe(
      'Partitions of each table. The first migration of a cell fixes the number; cells may have different numbers. Each search locks every partition, so use no more than 16.',
    ),
  DATABASE_POOL_SIZE: count
    .min(2)
    .max(200)
    .default(10)
    .describe(
      'Connections for requests, per process and cell. Transactions are short, so a few connections serve many requests. Raise it when requests wait for a connection.',
    ),
  DATABASE_WORKER_POOL_SIZE: count
    .min(1)
    .max(200)
    .default(6)
    .describe(
      'Connections for the worker, per process and cell. They are separate, so requests never wait for the worker. A slot uses a connection only while it reads or writes. Each process also opens up to 2 connections for leases and 2 for maintenance per cell, and up to 7 to the directory. With the defaults and one cell, that is 27 in all, 16 for an API process and 13 for a worker process. With several cells, WORKER_CELLS keeps workers to some of them.',
    ),
}
