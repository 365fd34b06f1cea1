import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement as text and values, to be run without our code. */
export function compile(statement: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql, parameters } = statement.compile(compiler)
  return { text: sql, values: [...parameters] }
}
