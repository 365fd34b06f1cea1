import type pg from 'pg'

export type Statement = { name: string | undefined; text: string; values: unknown[] }

/** The statements that `work` sends through the pool, in order, without begin and end of transactions. */
export async function recordStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const listened = new Set<pg.PoolClient>()
  const listen = (client: pg.PoolClient) => {
    if (listened.has(client)) return
    listened.add(client)
    const ask = client.query
    Object.assign(client, {
      query(...asked: unknown[]) {
        const statement = toStatement(asked)
        if (statement) statements.push(statement)
        return Reflect.apply(ask, client, asked)
      },
    })
  }
  pool.on('acquire', listen)
  try {
    await work()
  } finally {
    pool.off('acquire', listen)
    for (const client of listened) Reflect.deleteProperty(client, 'query')
  }
  return statements
}

/** A statement with values, named or not; text alone begins or ends a transaction. */
function toStatement([asked, values]: unknown[]): Statement | undefined {
  if (typeof asked === 'object') {
    const { name, text, values } = asked as Statement
    return { name, text, values }
  }
  return values === undefined
    ? undefined
    : { name: undefined, text: asked as string, values: values as unknown[] }
}
