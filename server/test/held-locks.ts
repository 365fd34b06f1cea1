import type { TestServer } from './harness.ts'
import { until } from './harness.ts'

const admin = (server: TestServer) => server.databases[0]!.admin

/** Runs `work` while another session holds the locks that `statement` takes. */
export async function whileLocked<T>(
  server: TestServer,
  [statement, values = []]: [string, unknown[]?],
  work: () => Promise<T>,
): Promise<T> {
  const holder = await admin(server).connect()
  await holder.query('begin')
  await holder.query(statement, values)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

export const lockOf = (container: string): [string, unknown[]] => [
  'select from cell.containers where container = $1 for update',
  [container],
]

/** Waits until a session waits for a lock of this table. */
export async function untilWaitingFor(server: TestServer, table: string): Promise<void> {
  await untilSome(server, 'relation = $1::regclass', [`cell.${table}`])
}

/** Waits until a request waits for a row. Workers do not count. */
export async function untilRequestWaits(server: TestServer): Promise<void> {
  await untilSome(server, `locktype in ('tuple', 'transactionid') and application_name !~ 'worker'`)
}

/** Cuts the connections of requests that wait for a row, as a failing network would. Returns how many. */
export async function cutWaitingRequests(server: TestServer): Promise<number> {
  const { rowCount } = await admin(server).query(
    `select pg_terminate_backend(pid) ${waiting} and locktype in ('tuple', 'transactionid') and application_name !~ 'worker'`,
  )
  return rowCount ?? 0
}

const waiting = `from pg_locks join pg_stat_activity a using (pid) where not granted and a.datname = current_database()`

async function untilSome(server: TestServer, condition: string, values: unknown[] = []): Promise<void> {
  await until(
    () => admin(server).query(`select ${waiting} and ${condition}`, values),
    ({ rowCount }) => rowCount !== 0,
  )
}
