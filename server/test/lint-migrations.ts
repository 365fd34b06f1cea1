/**
 *   node server/test/lint-migrations.ts     says which migrations could not run under traffic
 *
 * squawk (docs/decisions/0043) knows which statements lock a table for long or break the version before. Some rules of
 * our own are added.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import {
  type MigrationPart,
  ownMigrations,
  readMigrations,
} from '../src/platform/db/migrating/read-migrations.ts'

export type LintFinding = { rule: string; line: number; message: string }

/** Rules of squawk that do not hold here. */
const excludedRules = [
  // The runner sets lock_timeout for every migration. A statement_timeout would stop an upgrade on a slow disk for good.
  'require-lock-timeout',
  'require-statement-timeout',
  // Shards are smallint and positions integer by design: they are in every index.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  // Postgres cannot drop the index of a partitioned table concurrently. The lock is held for a moment.
  'require-concurrent-index-deletion',
]

/** Migrations up to this one landed before there were rules. They have run and cannot be changed. */
const lastLanded = '0052'

/** Migrations up to this one landed before the rules on locks of several tables. */
const lastBeforeOneTable = '0080'

/** What landed migrations did, and new ones may not: each blocked writes for as long as it took. */
const landedRules = [
  'require-concurrent-index-creation',
  'constraint-missing-not-valid',
  'adding-field-with-default',
  'adding-serial-primary-key-field',
  'ban-drop-not-null',
]

/** Statements that may break a rule of our own, by migration, and why. */
const exceptions: Record<string, readonly string[]> = {
  // Only create_partitions called it, and is replaced in the same migration.
  '0053_online_upgrades': ['drop function if exists cell.tune_partitions()'],
}

export function lintMigration(name: string, sql: string): LintFinding[] {
  const isLanded = name.slice(0, 4) <= lastLanded
  const isOnline = /^-- online\b/.test(sql)
  const excluded = [...excludedRules, ...(isLanded ? landedRules : [])]
  const found = runSquawk(sql, [
    ...(isOnline ? [] : ['--assume-in-transaction']),
    '--exclude',
    excluded.join(','),
  ])
  return isLanded ? found : [...found, ...ownFindings(name, sql, isOnline)]
}

function runSquawk(sql: string, options: string[]): LintFinding[] {
  const { getBinaryPath } = createRequire(import.meta.url)('squawk-cli/js/index.js') as {
    getBinaryPath(): string
  }
  const args = ['--pg-version', '18.0', '--reporter', 'json', '--stdin-filepath', 'migration.sql', ...options]
  const { stdout, stderr, status, error } = spawnSync(getBinaryPath(), args, { input: sql, encoding: 'utf8' })
  if (error) throw error
  // 0: nothing found. 1: something found. Otherwise squawk itself has failed.
  if (status !== 0 && status !== 1) throw new Error(`squawk ended with ${status}: ${stderr}`)
  const findings = JSON.parse(stdout) as { rule_name: string; line: number; message: string }[]
  return findings.map(({ rule_name, line, message }) => ({ rule: rule_name, line: line + 1, message }))
}

/** Tables that a migration changes and did not create, also in blocks of code. */
function changedTables(sql: string): string[] {
  const bare = sql.replace(/--[^\n]*/g, '')
  const namesIn = (pattern: RegExp) => [...bare.matchAll(pattern)].map(([, name]) => name!)
  const created = namesIn(/create table (?:if not exists )?([\w.]+)/gi)
  const changed = [
    ...namesIn(/alter table (?:only )?(?:if exists )?([\w.]+)/gi),
    ...namesIn(/create (?:or replace )?(?:constraint )?trigger \w+\s[^;]*?\son ([\w.]+)/gi),
  ]
  return [...new Set(changed)].filter(table => !created.includes(table))
}

/** While a transaction waits for the lock of its second table, everybody waits for the first. */
function lockFindings(name: string, sql: string): LintFinding[] {
  if (name.slice(0, 4) <= lastBeforeOneTable) return []
  const tables = changedTables(sql)
  const found: LintFinding[] = []
  if (tables.length > 1)
    found.push({
      rule: 'one-table-per-transaction',
      line: 1,
      message: `It changes ${tables.join(', ')}. Make it "-- online", with a step for each table.`,
    })
  if (/\bdo\s+\$\w*\$[\s\S]*?\bexecute\b/i.test(sql.replace(/--[^\n]*/g, '')))
    found.push({
      rule: 'no-dynamic-ddl-in-transaction',
      line: 1,
      message: 'Nobody sees which tables it locks. Make it "-- online", with a step for each table.',
    })
  return found
}

type OwnRule = { rule: string; pattern: RegExp; message: string; isFor(isOnline: boolean): boolean }

const ownRules: readonly OwnRule[] = [
  {
    rule: 'expand-only',
    pattern: /\bdrop\s+(function|procedure|trigger|policy|type|view|schema|role)\b/i,
    message: 'Processes of the version before may still use it. Drop it in a later version.',
    isFor: () => true,
  },
  {
    rule: 'no-data-in-transaction',
    pattern: /^(update|delete|with)\b/i,
    message:
      'It locks all rows until it ends, and changes none where the owner is no superuser. Use a backfill.',
    isFor: isOnline => !isOnline,
  },
]

/** Statements of a text, without comments and bodies of functions. */
function statementsOf(sql: string): { text: string; line: number }[] {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  const bare = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, blank).replace(/--[^\n]*/g, blank)
  let line = 1
  return bare.split(';').map(part => {
    const before = part.length - part.trimStart().length
    const start = line + part.slice(0, before).split('\n').length - 1
    line += part.split('\n').length - 1
    return { text: part.trim(), line: start }
  })
}

function ownFindings(name: string, sql: string, isOnline: boolean): LintFinding[] {
  const allowed = exceptions[name] ?? []
  const statements = statementsOf(sql).filter(({ text }) => text !== '' && !allowed.includes(text))
  const found = ownRules
    .filter(({ isFor }) => isFor(isOnline))
    .flatMap(({ rule, pattern, message }) =>
      statements.filter(({ text }) => pattern.test(text)).map(({ line }) => ({ rule, line, message })),
    )
  return [...found, ...(isOnline ? stepFindings(sql) : lockFindings(name, sql))]
}

/** A step is one statement, because Postgres runs several as one transaction. A backfill names its pages. */
function stepFindings(sql: string): LintFinding[] {
  const lines = sql.split('\n')
  const starts = lines.flatMap((line, i) => (/^-- step\b/.test(line) ? [i] : []))
  return starts.flatMap((start, i) => {
    const statements = statementsOf(lines.slice(start, starts[i + 1]).join('\n')).filter(
      ({ text }) => text !== '',
    )
    const line = start + 1
    const found: LintFinding[] = []
    if (statements.length !== 1)
      found.push({ rule: 'one-statement-per-step', line, message: `This step has ${statements.length}.` })
    const isBackfill = /^-- step: backfill cell\.\w+$/.test(lines[start]!)
    const changesRows = statements.some(({ text }) => /^(update|delete|with)\b/i.test(text))
    const namesPages = statements.every(({ text }) =>
      ['$1', '$2', '$3', '$4'].every(part => text.includes(part)),
    )
    if (changesRows && !(isBackfill && namesPages))
      found.push({
        rule: 'backfill-by-pages',
        line,
        message: 'Head it "-- step: backfill cell.table" and name $1 to $4.',
      })
    return found
  })
}

/** Findings in all migrations of this build, one line each. */
export function lintAll(): string[] {
  return (['directory', 'cell'] satisfies MigrationPart[]).flatMap(part =>
    readMigrations(ownMigrations, part).flatMap(({ name, sql }) =>
      lintMigration(name, sql).map(
        ({ rule, line, message }) => `${part}/${name}.sql:${line} ${rule}: ${message}`,
      ),
    ),
  )
}

if (import.meta.main) {
  const found = lintAll()
  for (const line of found) console.log(line)
  if (found.length === 0) console.log('Every migration can run under traffic.')
  process.exitCode = found.length === 0 ? 0 : 1
}
