import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { printFigures, say, secondsSinceStart } from '../../measure/report.ts'

/**
 *   npm run bench -- real-sources            each counterpart that this machine has; those that are missing are named
 *   npm run bench -- real-sources git s3     only these
 *
 * Connectors against servers that others wrote. Each program kills runs at ten moments, changes the source in every way, and compares
 * item by item. The last line is one JSON object.
 */
type Counterpart = { file: string; needs: readonly string[]; args?: readonly string[] }

const counterparts: Readonly<Record<string, Counterpart>> = {
  git: { file: 'git-backend.ts', needs: ['git'] },
  s3: { file: 's3rver.ts', needs: [] },
  nginx: { file: 'nginx-site.ts', needs: ['nginx'] },
  dovecot: { file: 'dovecot.ts', needs: ['dovecot'] },
  apache: { file: 'apache-dav.ts', needs: ['apache2'] },
}

/** Servers lie where only root's PATH leads. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin']
const isThere = (program: string) => folders.some(folder => existsSync(join(folder, program)))

const wanted = process.argv.slice(2)
const results: Record<string, unknown> = {}
const missing: string[] = []
for (const [name, { file, needs, args = [] }] of Object.entries(counterparts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const absent = needs.filter(program => !isThere(program))
  if (absent.length > 0) {
    missing.push(...absent)
    say(`${name}: ${absent.join(' and ')} not found`)
    continue
  }
  results[name] = await run(file, args)
  say(`${name}: ${JSON.stringify(results[name])}`)
}
const isGood = Object.values(results).every(result => (result as { ok?: boolean }).ok)
const ok = Object.keys(results).length > 0 && isGood
printFigures({ bench: ['real-sources'], seconds: secondsSinceStart(), missing, ...results }, ok)
process.exit(ok ? 0 : 1)

/** The last line that the program prints is its result. */
async function run(file: string, args: readonly string[]): Promise<object> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: folders.join(delimiter) },
  })
  const output = await text(child.stdout)
  try {
    return JSON.parse(output.trim().split('\n').at(-1)!) as object
  } catch {
    return { ok: false, error: 'it ended without a result' }
  }
}
