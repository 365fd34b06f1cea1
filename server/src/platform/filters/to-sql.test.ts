import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { unscoped } from '../db/tx.ts'
import { type Condition, filtersSchema } from './schema.ts'
import { coveredComparison, filterToSql, hasPath, type Match } from './to-sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  const insert = `insert into cell.document_attributes (shard, org, container, document, key, element, value, number)
    values (0, $1, $1, $2, 'k', $3, $4, $5)`
  for (const { value, element = -1, number = null } of attributes)
    await database.admin.query(insert, [randomUUID(), randomUUID(), element, value, number])
})
afterAll(() => database.drop())

const a = (count: number) => 'a'.repeat(count)

/** Values around the 200 characters that the index holds, and letters whose lower case differs in length or bytes. */
const attributes: { value: string; element?: number; number?: number }[] = [
  ...[
    '',
    'a',
    'A',
    'plain',
    'PLAIN',
    "quote'd",
    '50%',
    '5_0',
    'back\\slash',
    'İstanbul',
    'straße',
    '🦊',
    'ΣΑΣ',
  ].map(value => ({ value })),
  ...[99, 100, 101, 199, 200, 201, 400].flatMap(count => [
    { value: a(count) },
    { value: a(count).toUpperCase() },
  ]),
  { value: `${a(200)}tail` },
  { value: `${a(199)}straddles` },
  { value: `${'🦊'.repeat(200)}TAIL` },
  { value: 'plain', element: 0 },
  { value: 'Plain', element: 7 },
  { value: a(250), element: 1 },
  { value: '3', number: 3 },
  { value: '-0.5', number: -0.5 },
  { value: '1e300', number: 1e300 },
  { value: '3', element: 2, number: 3 },
]

const values = [
  ...attributes.map(({ value }) => value),
  ...['tail', 'TAIL', 'straddles', 'stra', 'istanbul', 'none', '%', '_', '\\', 'ΣΑ', a(98), a(150), a(202)],
]
const conditions = [...new Set(values)].flatMap(value =>
  (['metadata', 'array_contains', 'string_contains'] as const).flatMap(filterType =>
    [false, true].map(ignoreCase => ({ key: 'k', value, filterType, ignoreCase })),
  ),
)
const numeric = (['>', '<', '>=', '<=', '='] as const).flatMap(numericOperator =>
  ['3', '-0.5', '0', '1e301'].map(value => ({
    key: 'k',
    value,
    filterType: 'numeric' as const,
    numericOperator,
  })),
)

const parse = (condition: object): Condition => {
  const filter = filtersSchema.parse({ AND: [condition] }) as { AND: Condition[] }
  return filter.AND[0]!
}

const select = (where: ReturnType<typeof sql>) =>
  unscoped({ name: 'main', pool: database.admin }, async db => {
    const { rows } = await sql<{ value: string; element: number }>`
      select value, element from cell.document_attributes a where ${where} order by document`.execute(db)
    return rows
  })

/** The condition on an attribute row itself. */
const asIs: Match = comparison => sql<boolean>`${comparison}`

const documents = (where: ReturnType<typeof sql>) =>
  sql`array(select document::text from cell.document_attributes a where ${where} order by document)`

/** For each condition, the documents it matches by the whole value, by the index and its second part, and by both of these. */
const compare = (some: readonly Condition[]) =>
  unscoped({ name: 'main', pool: database.admin }, async db => {
    const lines = some.map((condition, i) => {
      const { index, row = sql`false` } = coveredComparison(condition)
      return sql`select ${i}::int as i, ${documents(filterToSql(condition, asIs))} as whole,
        ${documents(sql`(${index}) or (${row})`)} as covered, ${documents(sql`(${index}) and (${row})`)} as twice`
    })
    const { rows } = await sql<{ whole: string[]; covered: string[]; twice: string[] }>`
      ${sql.join(lines, sql` union all `)} order by i`.execute(db)
    return rows
  })

describe('a condition on metadata', () => {
  test('matches the same rows by the index alone as by the whole value', async () => {
    const given = [...conditions, ...numeric]
    // One statement for 60 conditions: a round trip for each took ten times as long.
    for (let i = 0; i < given.length; i += 60) {
      const some = given.slice(i, i + 60)
      for (const [j, { whole, covered, twice }] of (await compare(some.map(parse))).entries()) {
        expect(covered, JSON.stringify(some[j])).toEqual(whole)
        // The second part is for the rows that the first cannot see: a row in both would be read twice.
        expect(twice, JSON.stringify(some[j])).toEqual([])
      }
    }
  })

  test.each([
    [{ value: '%', filterType: 'string_contains' }, ['50%']],
    [{ value: '_', filterType: 'string_contains' }, ['5_0']],
    [{ value: '\\', filterType: 'string_contains' }, ['back\\slash']],
    [{ value: "quote'd" }, ["quote'd"]],
    [{ value: 'plain' }, ['plain']],
    [{ value: 'plain', ignoreCase: true }, ['PLAIN', 'plain']],
    [{ value: 'pLaIn', filterType: 'array_contains', ignoreCase: true }, ['Plain', 'plain']],
    [{ value: 'tail', filterType: 'string_contains' }, [`${a(200)}tail`]],
    [{ value: a(201) }, [a(201)]],
    [{ value: '' }, ['']],
    [{ value: '3', filterType: 'numeric', numericOperator: '>' }, ['1e300']],
    [{ value: ' 3 ', filterType: 'numeric' }, ['3', '3']],
  ])('%j matches the values %j and no others', async (condition, expected) => {
    const rows = await select(filterToSql(parse({ key: 'k', ...condition }), asIs))
    expect(rows.map(({ value }) => value).sort()).toEqual(expected)
  })
})

describe('the path of a document', () => {
  const paths = [
    '/a',
    '/a/',
    '/a/b',
    '/a/b/c',
    '/a0',
    '/a-',
    '/ab',
    '/A/b',
    `/a/${'x'.repeat(300)}/y`,
    '/ä/b',
    '/a/🦊',
  ]

  const under = (filepath: string) =>
    unscoped({ name: 'main', pool: database.admin }, async db => {
      const { rows } = await sql<{ filepath: string }>`
        select filepath from (select p as filepath, left(p, 250) collate "C" as path_start
          from unnest(${paths}::text[]) p) d where ${hasPath(filepath)}`.execute(db)
      return rows.map(row => row.filepath).sort()
    })

  test.each([...paths, '/', '/a/b/', '/none/', `/a/${'x'.repeat(300)}/`, `/a/${'x'.repeat(260)}/`, '/ä/'])(
    'is found by %s exactly, or below it if it ends with a slash',
    async path => {
      const expected = paths.filter(each => (path.endsWith('/') ? each.startsWith(path) : each === path))
      expect(await under(path)).toEqual(expected.sort())
    },
  )
})
