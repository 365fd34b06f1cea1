import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProgram } from '../src/edges/cli/program.ts'
import { configSchema } from '../src/platform/config/schema.ts'
import { createMetrics } from '../src/platform/telemetry/metrics.ts'
import { createDatabase, type TestDatabase } from './database.ts'

/** Somebody types these at night. A command, setting or figure that does not exist costs them the time that they do not have. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  'runbooks',
  'monitoring',
  'kubernetes',
  'systemd',
  'processes',
  'backup',
  'troubleshooting',
].map(name => `docs/deploy/${name}.md`)
const runbooks = read('docs/deploy/runbooks.md')

/** The texts in back quotes, also those that continue on the next line. */
const spansOf = (page: string): string[] =>
  Array.from(page.replace(/```.*?```/gs, '').matchAll(/`([^`]+)`/g), ([, text]) =>
    text!.replace(/\s+/g, ' ').trim(),
  )

/** Blocks of commands line by line, with continued lines joined and without comments. */
const commandLinesOf = (page: string): string[] =>
  Array.from(page.matchAll(/```bash\n(.*?)```/gs), ([, block]) => block!.replaceAll('\\\n', ' ')).flatMap(
    block => block.split('\n').map(line => line.replace(/\s#.*$/, '').trim()),
  )

/**
 * Calls of reverie: at the beginning, after another command, or behind `exec … --` of a container. A namespace of Kubernetes and a
 * service of Compose have the same name.
 */
function callsIn(line: string): string[][] {
  const before = String.raw`(?<!-n|exec(?: -\S+)*)(?:^|[\s'"(])`
  const command = String.raw`(?:\S*\.bin\/|\.\/|as_|npx (?:@reverie\/)?)?reverie`
  const calls = line.matchAll(new RegExp(`${before}${command} ([a-z<-][^|;&'")]*)`, 'g'))
  return Array.from(calls, ([, rest]) => rest!.trim().split(/\s+/))
}

/** What the command line would refuse, or undefined. */
function faultOf(
  [name = '', ...rest]: readonly string[],
  command: Command = createProgram(),
): string | undefined {
  const isFlag = name.startsWith('-')
  const sub = command.commands.find(each => each.name() === name || each.aliases().includes(name))
  if (sub) return faultOf(rest, sub)
  if (command.commands.length > 0 && !isFlag) return `no command ${name}`
  // The script behind it has options of its own.
  if (command.name() === 'postgres') return undefined
  const known = new Set(['--help', ...command.options.flatMap(({ long, short }) => [long, short])])
  const flags = [name, ...rest].filter(word => /^--?[a-z]/.test(word)).map(word => word.split('=')[0]!)
  const wrong = flags.find(flag => !known.has(flag))
  return wrong && `${command.name()} has no ${wrong}`
}

describe.each(pages)('%s', path => {
  test('names only commands and flags that exist', () => {
    const page = read(path)
    const spans = spansOf(page).filter(text => /^(\.\/)?reverie [a-z]/.test(text))
    const calls = [...spans, ...commandLinesOf(page)]
      .flatMap(callsIn)
      .filter(([first = '']) => /^[a-z-]/.test(first))
    const faults = calls.map(call => [call.join(' '), faultOf(call)]).filter(([, fault]) => fault)
    expect(faults).toEqual([])
  })
})

test('the check of commands finds those that do not exist', () => {
  expect(callsIn('kubectl exec deploy/x -- reverie org make Default')).toEqual([['org', 'make', 'Default']])
  expect(callsIn('docker compose exec reverie reverie doctor')).toEqual([['doctor']])
  expect(callsIn('kubectl -n reverie create secret')).toEqual([])
  expect(faultOf(['org', 'make', 'Default'])).toBe('no command make')
  expect(faultOf(['retry', '--coed', 'x'])).toBe('retry has no --coed')
  expect(faultOf(['retry', '--code', 'x'])).toBeUndefined()
})

describe('the runbooks', () => {
  const spans = spansOf(runbooks)

  test('name only settings that exist', () => {
    const named = spans.flatMap(text => text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [])
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(name => !(name in configSchema.shape))).toEqual([])
  })

  test('name only metrics that exist', async () => {
    const known = new Set((await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name))
    const named = spans.flatMap(text => text.match(/\breverie_[a-z_]+/g) ?? [])
    expect(named.filter(name => !known.has(name))).toEqual([])
  })

  test('name only routes of the API that exist', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> }
    const named = spans.flatMap(text => {
      const [, method, path] = /^(GET|POST|DELETE|PATCH|PUT) (\/\S+)$/.exec(text) ?? []
      return method && path ? [{ method: method.toLowerCase(), path }] : []
    })
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ method, path }) => !(method in (paths[path] ?? {})))).toEqual([])
  })

  test('name only error codes that exist', () => {
    const errors = read('docs/errors.md')
    const codes = spans.filter(text => /^[a-z]+\.[a-z_]+$/.test(text))
    expect(codes.length).toBeGreaterThan(2)
    expect(codes.filter(code => !errors.includes(`\`${code}\``))).toEqual([])
  })

  test('quote only log lines that the server writes', () => {
    const source = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
      .map(read)
      .join('\n')
    const lines = spans.filter(text => /^an? [a-z ]+$/.test(text))
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter(line => !source.includes(`'${line}`))).toEqual([])
  })

  describe('on a database', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await createDatabase()
    })
    afterAll(() => database.drop())

    test('contain only statements that Postgres runs', async () => {
      const statements = spans.filter(text => /^select\b/i.test(text))
      expect(statements.length).toBeGreaterThan(3)
      for (const statement of statements) {
        const failure = await database.admin.query(statement).then(
          () => undefined,
          (error: Error) => error.message,
        )
        expect(failure, statement).toBeUndefined()
      }
    })
  })
})
