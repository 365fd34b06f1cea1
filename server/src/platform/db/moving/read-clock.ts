import type pg from 'pg'

/** The time of a server, which differs from ours and from that of other servers. */
export async function readClock(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]!.now
}
