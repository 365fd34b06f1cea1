import { styleText } from 'node:util'
import { destination } from 'pino'
import type { AppliedMigration } from '../../platform/db/migrate.ts'
import { typedCommand } from '../../platform/lib/typed-command.ts'
import { productVersion } from '../../platform/lib/version.ts'
import { createLogger, type LogFormat } from '../../platform/telemetry/logger.ts'

export type FirstKey = { id: string; value: string; organization: string }
/** `path` is undefined if the file could not be written. */
export type StoredKey = { id: string; path: string | undefined; organization: string }
export type ServerSummary = {
  url: string
  api: boolean
  worker: boolean
  cells: string[]
  model: string
  seconds: number
}

/** Prints what the start did and the next steps, before the log lines begin. */
export type Announcer = {
  starting(): void
  migrated(applied: readonly AppliedMigration[]): void
  /** Prints the key. Only for a terminal. */
  keyCreated(key: FirstKey): void
  /** Prints the path of the key's file, because output that is not a terminal stays in a log. */
  keyStored(key: StoredKey): void
  /** Prints the link that makes whoever opens it the owner. Only for a terminal. */
  setupOffered(link: { url: string }): void
  /** Prints the path of the link's file. */
  setupStored(link: { path: string | undefined }): void
  listening(listening: ServerSummary): void
}

export function createAnnouncer(format: LogFormat): Announcer {
  return format === 'pretty' ? new Prose(process.stdout) : new JsonLines()
}

/** Prints at every LOG_LEVEL, because LOG_LEVEL=warn must not hide the path of the key. */
class JsonLines implements Announcer {
  // No redaction here, because it would remove the key.
  readonly #lines = createLogger('info', destination(1)).child({}, { redact: [] })

  starting(): void {
    this.#lines.info({ version: productVersion() }, 'Reverie is starting')
  }

  migrated(applied: readonly AppliedMigration[]): void {
    this.#lines.info({ migrations: applied.length }, `${applied.length} migrations applied`)
  }

  keyCreated({ id, value, organization }: FirstKey): void {
    this.#lines.info(
      { key: value, keyId: id, organization },
      'the first key: save it now, it is not shown again',
    )
  }

  keyStored({ id, path, organization }: StoredKey): void {
    this.#lines.info(
      { ...(path && { keyFile: path }), keyId: id, organization },
      whereabouts(path, organization),
    )
  }

  setupOffered({ url }: { url: string }): void {
    this.#lines.info({ url }, 'set up the console: whoever opens this link becomes the owner')
  }

  setupStored({ path }: { path: string | undefined }): void {
    this.#lines.info({ ...(path && { linkFile: path }) }, whereSetup(path))
  }

  listening({ seconds, ...facts }: ServerSummary): void {
    const startedInMs = Math.round(seconds * 1000)
    this.#lines.info({ ...facts, startedInMs }, sentenceOf(facts))
  }
}

const whereabouts = (path: string | undefined, organization: string) =>
  path
    ? `the first key is in ${path}: copy it to a safe place, then delete the file`
    : `the first key could not be saved; create one: reverie keys create ${organization}`

const whereSetup = (path: string | undefined) =>
  path
    ? `nobody can sign in to the console yet: the link in ${path} makes whoever opens it the owner`
    : 'nobody can sign in to the console yet, and the set-up link could not be saved; make DATA_DIR writable and start again'

const sentenceOf = ({ url, api }: Pick<ServerSummary, 'url' | 'api'>) =>
  api
    ? `Reverie listens on ${url}. Browse the API at ${url}/docs`
    : `The worker is running. Check its health at ${url}/health`

type Style = Parameters<typeof styleText>[0]

class Prose implements Announcer {
  readonly #out: NodeJS.WriteStream
  #hasKey = false

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
  }

  starting(): void {
    this.#print('', `  ${this.#style('bold', 'Reverie')} ${productVersion()}`, '')
  }

  migrated(applied: readonly AppliedMigration[]): void {
    const count = applied.length === 1 ? '1 migration' : `${applied.length} migrations`
    this.#step('Database', applied.length === 0 ? 'up to date' : `${count} applied`)
  }

  keyCreated({ value, organization }: FirstKey): void {
    this.#hasKey = true
    this.#step('Organization', `"${organization}" created, with its first key`)
    this.#print(
      '',
      `  ${this.#style('bold', 'Save this key now: it is not shown again.')}`,
      '',
      `    export REVERIE_KEY=${value}`,
      '',
    )
  }

  keyStored({ path, organization }: StoredKey): void {
    this.#step('Organization', `"${organization}" created; ${whereabouts(path, organization)}`)
  }

  setupOffered({ url }: { url: string }): void {
    this.#step('Console', 'nobody can sign in yet. Whoever opens this link becomes the owner; it works once:')
    this.#print('', `    ${this.#style('cyan', url)}`, '')
  }

  setupStored({ path }: { path: string | undefined }): void {
    this.#step('Console', whereSetup(path))
  }

  listening(listening: ServerSummary): void {
    const { url, api, worker, model, cells, seconds } = listening
    this.#step('Model', `${model}, ready in ${seconds.toFixed(1)} s`)
    if (cells.length > 1) this.#step('Cells', cells.join(', '))
    if (api)
      this.#step('API', `Reverie listens on ${this.#style('cyan', url)}. Browse the API at ${url}/docs`)
    if (worker)
      this.#step('Worker', api ? 'running in this process' : `running; check its health at ${url}/health`)
    if (api) this.#nextStep(url)
    this.#print('', this.#style('dim', '  Press Ctrl-C to stop. The log follows.'), '')
  }

  #nextStep(url: string): void {
    const typed = typedCommand()
    const again = ['', `  Check everything:  ${typed} doctor     See the keys:  ${typed} keys list`]
    this.#print(...(this.#hasKey ? firstSteps(url) : again))
  }

  #step(subject: string, what: string): void {
    this.#print(`  ${this.#style('green', '✓')} ${subject.padEnd(14)} ${what}`)
  }

  #style(format: Style, text: string): string {
    return styleText(format, text, { stream: this.#out })
  }

  #print(...lines: string[]): void {
    this.#out.write(`${lines.join('\n')}\n`)
  }
}

/** The default of REVERIE_URL, which commands use without a setting. */
const usualUrl = 'http://127.0.0.1:8787'

function firstSteps(url: string): string[] {
  return [
    '',
    '  Add a first text, in another terminal, after the export above:',
    '',
    `    curl -s ${url}/v3/documents -H "Authorization: Bearer $REVERIE_KEY" \\`,
    `      -H 'content-type: application/json' \\`,
    `      -d '{"content": "Ada moved to Lisbon in May.", "containerTag": "user_42"}'`,
    '',
    '  and find it:',
    '',
    `    ${typedCommand()} search "where does Ada live?" --tag user_42${url === usualUrl ? '' : ` --url ${url}`}`,
  ]
}
