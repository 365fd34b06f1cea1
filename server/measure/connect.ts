import pg from 'pg'

/** A plain connection as a superuser: no role, no row-level security, no settings of ours. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
