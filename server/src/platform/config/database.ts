import { z } from 'zod'
import { count, namedUrls, postgresUrl } from './kinds.ts'

export const databaseSettings = {
  DATABASE_URL: postgresUrl
    .default('postgres://postgres@127.0.0.1:54329/reverie')
    .describe(
      'Postgres 18 or newer with pgvector 0.8.4 or newer. It holds the directory (organizations and keys) and the first cell.',
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
  CELL_PARTITIONS: count
    .min(1)
    .max(64)
    .default(8)
    .describe(
      'Partitions of each table. The first migration of a cell fixes the number; cells may have different ones. More than 16 cost every search more locks.',
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
      'Connections for the worker, per process and cell. They are separate, so requests never wait for the worker. A slot uses a connection only while it reads or writes. Each process also opens up to 2 connections for leases and 1 for maintenance per cell, and up to 7 to the directory. With the defaults and one cell, that is 26 in all, 16 for an API process and 12 for a worker process. With several cells, WORKER_CELLS keeps workers to some of them.',
    ),
}
