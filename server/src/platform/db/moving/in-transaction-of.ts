import type pg from 'pg'

/** Runs `work` in a transaction of this connection. An error takes it back. */
export async function inTransactionOf<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
