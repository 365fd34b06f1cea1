import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, putAway } from '../layouts.ts'
import { StartedServer } from '../start-server.ts'
import { compareWithPage } from './compare-printed.ts'
import { type Block, readBlocks } from './read-blocks.ts'
import { writeSampleFiles } from './sample-files.ts'

/**
 * `npm run docs -- samples [page…]` runs every ```bash, ```ts and ```python block of docs/ and README.md against a fresh
 * server, in the order of each page. A bash block keeps the variables of the blocks before it; the ts blocks of a page are
 * one program. Before each block it waits until the server has nothing left to process. A ```json or ```text block after a
 * sample is its expected output. A sample that cannot run here gives the reason in a comment before it: `<!-- not run:
 * needs Docker -->`. The last line printed is one JSON object.
 */
const repository = join(import.meta.dirname, '../..')
const printedUrl = 'http://127.0.0.1:8787'
/** Samples that would change the machine or reach another host must be marked `not run`; they are never tried. */
const neverRun = /\b(apt-get|apt|sudo|docker|ollama|systemctl|npm ci|npm run postgres|git clone)\b/

type Result = { block: Block; fault?: string; notRun?: string }
type SampleEnvironment = { directory: string; env: NodeJS.ProcessEnv; server: StartedServer }

async function main(pages: string[]): Promise<void> {
  const databaseUrl = await createDatabase('main')
  const server = await StartedServer.start({
    DATABASE_URL: databaseUrl,
    CELL_URLS: '',
    DREAM_QUIET_MS: '200',
  })
  const results: Result[] = []
  try {
    for (const page of pages) results.push(...(await runPage(page, server, databaseUrl)))
  } finally {
    await server.remove()
  }
  report(results)
}

function findPages(wanted: string[]): string[] {
  const all = ['README.md', ...globSync('docs/**/*.md', { cwd: repository }).sort()]
  const isWanted = (page: string) => wanted.length === 0 || wanted.some(part => page.includes(part))
  return all.filter(page => !/\.vitepress|node_modules|docs\/decisions/.test(page) && isWanted(page))
}

async function runPage(page: string, server: StartedServer, databaseUrl: string): Promise<Result[]> {
  const blocks = readBlocks(page, readFileSync(join(repository, page), 'utf8'))
  if (blocks.length === 0) return []
  const directory = mkdtempSync(join(tmpdir(), 'reverie-samples-'))
  const place = { directory, server, env: environment(directory, server, databaseUrl) }
  const results: Result[] = []
  try {
    for (const block of joinPrograms(blocks)) results.push(await tell(await runBlock(block, place)))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return results
}

/** The ts blocks of a page build on each other, so all run as one program at the place of the first. */
function joinPrograms(blocks: Block[]): Block[] {
  const parts = blocks.filter(
    ({ language, notRun, needs }) => language === 'ts' && !notRun && !isMissing(needs),
  )
  const [head, ...rest] = parts
  if (!head) return blocks
  const shown = parts.flatMap(({ printed }) => (printed ? [printed.text] : [])).join('\n')
  const program: Block = {
    ...head,
    code: parts.map(({ code }) => code).join('\n'),
    printed: shown ? { language: 'text', text: shown } : undefined,
  }
  return blocks.filter(block => !rest.includes(block)).map(block => (block === head ? program : block))
}

async function runBlock(block: Block, place: SampleEnvironment): Promise<Result> {
  if (block.notRun) return { block, notRun: block.notRun }
  if (isMissing(block.needs)) return { block, notRun: `needs ${block.needs}, which is not there yet` }
  if (block.language === 'bash' && neverRun.test(block.code.replaceAll(/#.*$/gm, '')))
    return { block, fault: 'must be marked with <!-- not run: reason -->' }
  const { code, printed } = await execute(block, place)
  const fault = code === 0 ? block.printed && compareWithPage(printed, block.printed) : `ended with ${code}`
  await untilIdle(place.server)
  return fault ? { block, fault: `${fault}\n${printed}` } : { block }
}

function execute(
  block: Block,
  { directory, env, server }: SampleEnvironment,
): Promise<{ code: number; printed: string }> {
  const script = block.code
    .replaceAll(printedUrl, server.url)
    .replaceAll(/\bsm_the_key_that_was_printed\b/g, server.firstKey)
  const [command, args] = commandFor(block.language, script, directory)
  return new Promise(resolve => {
    execFile(command, args, { cwd: directory, env, timeout: 300_000 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, printed: code === 0 ? stdout : `${stdout}${stderr}` })
    })
  })
}

function commandFor(language: string, script: string, directory: string): [string, string[]] {
  if (language === 'python') return ['python3', ['-c', script]]
  if (language === 'ts') {
    // Written to the repository, so that imports find the packages.
    const file = join(repository, 'acceptance', `.sample-${process.pid}.ts`)
    writeFileSync(file, script)
    process.once('exit', () => rmSync(file, { force: true }))
    return [process.execPath, [file]]
  }
  const state = join(directory, '.state')
  const wrapped = `touch ${state}\n. ${state}\nset -aeo pipefail\n${script}\nexport -p > ${state}\n`
  return ['bash', ['-c', wrapped]]
}

/** The environment of a reader: the commands of the repository, the files that samples name, and the printed key. */
function environment(directory: string, server: StartedServer, databaseUrl: string): NodeJS.ProcessEnv {
  writeSampleFiles(directory)
  const launcher = existsSync(join(repository, 'reverie'))
    ? join(repository, 'reverie')
    : `${process.execPath} ${join(repository, 'server/src/main.ts')}`
  writeProgram(join(directory, 'reverie'), launcher)
  // The client programs of the server's own version come first, because the machine may have older ones.
  for (const name of ['psql', 'pg_dump', 'pg_restore'])
    writeProgram(join(directory, 'bin', name), `${join(repository, 'scripts/postgres')} ${name}`)
  return {
    ...process.env,
    PATH: [join(directory, 'bin'), join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    LOG_LEVEL: 'warn',
    TRANSCRIBER: 'none',
    BLOB_DIR: join(directory, 'blobs'),
    DATABASE_URL: databaseUrl,
    REVERIE_URL: server.url,
    REVERIE_KEY: server.firstKey,
    PORT: '0',
    WORKER_PORT: '0',
  }
}

function writeProgram(path: string, command: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
}

/** True unless the API description has this field or route, or the repository has this file. */
function isMissing(needs: string | undefined): boolean {
  if (!needs) return false
  const openapi = readFileSync(join(repository, 'docs/openapi.json'), 'utf8')
  const [method, path] = needs.split(' ') as [string, string?]
  if (path) return !JSON.parse(openapi).paths[path]?.[method.toLowerCase()]
  return !openapi.includes(`"${needs}"`) && !existsSync(join(repository, needs))
}

/** Waits until every document is processed and its memories are formed. */
async function untilIdle({ url, firstKey }: StartedServer): Promise<void> {
  const headers = { authorization: `Bearer ${firstKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ limit: 1000 })
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(100)) {
    const response = await fetch(`${url}/v3/documents/documents`, { method: 'POST', headers, body })
    const { documents } = (await response.json()) as {
      documents: { status: string; dreamingStatus: string }[]
    }
    const isBusy = documents.some(
      ({ status, dreamingStatus }) =>
        status !== 'failed' && (status !== 'done' || dreamingStatus === 'dreaming'),
    )
    if (!isBusy) return
  }
  throw new Error('The server still has documents to process after two minutes')
}

async function tell(result: Result): Promise<Result> {
  const { block, fault, notRun } = result
  const outcome = fault ? `FAILED: ${fault}` : notRun ? `not run: ${notRun}` : 'ok'
  console.log(`${block.page}:${block.line} ${block.language} ${outcome}`)
  return result
}

function report(results: Result[]): void {
  const failed = results.filter(({ fault }) => fault)
  const notRun = results.filter(({ notRun }) => notRun)
  if (notRun.length > 0) console.log('\nNot run:')
  for (const { block, notRun: reason } of notRun) console.log(`  ${block.page}:${block.line} ${reason}`)
  const run = results.length - notRun.length
  const ok = failed.length === 0 && run > 0
  console.log(
    JSON.stringify({ samples: results.length, run, notRun: notRun.length, failed: failed.length, ok }),
  )
  process.exitCode = ok ? 0 : 1
}

try {
  await main(findPages(process.argv.slice(2)))
} finally {
  await putAway()
}
