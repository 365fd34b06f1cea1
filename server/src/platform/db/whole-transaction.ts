import pg from 'pg'

/** A statement with its values. Its text is always the same, so that it stays prepared, unless it has no name. */
export type NamedStatement = { name: string | undefined; text: string; values: unknown[] }

/** The driver keeps the texts of prepared statements by their names: those that Postgres has parsed, and those that are under way. */
type Connection = Parameters<pg.Query['submit']>[0] & { parsedStatements?: Record<string, string> }
type OnEnd = (error: Error | undefined) => void

const nothing = () => undefined

/**
 * Statements that are one transaction without a begin and a commit. All are sent with one Sync behind the last one. Postgres
 * commits at the Sync, or undoes all of them if one was refused, and answers once. As a query each, they took a write and an
 * answer each, and writing to the socket was the largest part of an add in a profile of our process (docs/decisions/0080).
 *
 * It is a `pg.Query`, because the driver refuses other classes on a connection that sends queries ahead.
 */
class WholeTransaction extends pg.Query {
  readonly handleDataRow = nothing
  readonly handleCommandComplete = nothing

  constructor(statements: readonly NamedStatement[], ended: OnEnd) {
    super('', [], ended)
    const queries = statements.map(each => new pg.Query(bindable(each)))
    this.submit = connection => {
      const { stream } = connection
      stream.cork()
      try {
        for (const query of queries) query.submit(withoutSync(connection))
        connection.sync()
      } finally {
        stream.uncork()
      }
    }
  }
}

/** A statement without values would else be sent as a text, with a commit of its own. */
function bindable({ name, text, values }: NamedStatement): pg.QueryConfig & { queryMode: 'extended' } {
  return { ...(name !== undefined && { name }), text, values, queryMode: 'extended' }
}

/**
 * The driver asks Postgres to describe the rows of each statement, and to end its transaction. Nobody reads those rows. It
 * learns that a statement is parsed from the query that is being answered, which has no name here. So it counts as parsed at
 * once, and the connection must be closed if the transaction fails.
 */
function withoutSync(connection: Connection): Connection {
  const { parsedStatements } = connection
  return Object.assign(Object.create(connection), {
    describe: nothing,
    sync: nothing,
    submittedNamedStatements: parsedStatements,
  })
}

/**
 * Runs statements as one transaction of their own. Rejects with the error of the statement that was refused, and the
 * connection must then be closed.
 */
export function sendWhole(client: pg.PoolClient, statements: readonly NamedStatement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new WholeTransaction(statements, error => (error ? reject(error) : resolve())))
  })
}
