import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { describeIssues, plainWords } from './lib/describe-issues.ts'
import { isExposed } from './lib/is-exposed.ts'

/**
 * The whole configuration: one schema, read once at the start, and the only place that sees the environment.
 * `.env.example` and `docs/configuration.md` are generated from the descriptions below (`npm run generate`).
 */
const port = z.coerce.number().int().min(0).max(65_535)
const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const milliseconds = (min: number, max: number) => count(min, max)
const dollars = (max: number) => z.coerce.number().min(0).max(max).default(0)

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/[^/]*\/[^/?]/, 'must be postgres://user:password@host:5432/database')
const namedUrls = z
  .string()
  .regex(/^(\s*[^=,\s]+=[^,]+(,|$))*\s*$/, 'must be name=url, several separated by commas')

export const configSchema = z.object({
  DATABASE_URL: postgresUrl
    .default('postgres://postgres@127.0.0.1:54329/reverie')
    .describe('Postgres 17 or newer with pgvector 0.8.4 or newer. Holds the directory and the first cell.'),
  CELL_URLS: namedUrls
    .default('')
    .describe('Further cells as `name=url`, separated by commas. Empty: everything lives in DATABASE_URL.'),
  DATABASE_OWNER_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe(
      'Who owns the tables: for migrations and large indexes. Default: the user of DATABASE_URL, and Reverie logs in as a role of its own that it makes, with a password that follows from SECRETS_KEY. Set it, and DATABASE_URL to a login without rights of its own, to decide that yourself; a process that only answers requests then needs no owner.',
    ),
  CELL_OWNER_URLS: namedUrls
    .default('')
    .describe('The same for further cells, as `name=url`, separated by commas.'),
  CELL_PARTITIONS: count(1, 64)
    .default(1)
    .describe(
      'Partitions of each table, fixed when a cell is first migrated: 1 on a laptop, 16 to 64 in production.',
    ),
  DATABASE_POOL_SIZE: count(2, 200)
    .default(10)
    .describe(
      'Connections for requests, per process and cell. Transactions are short, so few connections go far.',
    ),
  DATABASE_WORKER_POOL_SIZE: count(1, 200)
    .default(6)
    .describe(
      'Connections for the worker, per process and cell: requests never wait for those. A slot needs one only while it reads or writes. Beside both pools a process opens up to 2 for leases and 1 for maintenance per cell, and up to 7 to the directory: 26 in all with the defaults and one cell, 16 in a process with the API alone and 12 in a worker alone.',
    ),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on. Loopback unless you say otherwise.'),
  PORT: port.default(8787).describe('Port of the API.'),
  WORKER_PORT: port
    .default(8788)
    .describe('Port of `/health`, `/ready` and `/metrics` on a worker-only process.'),
  NODE_ENV: z
    .string()
    .default('')
    .describe('`production`, as in the Docker image, makes `required` the default of EXTRACT_SANDBOX.'),
  PUBLIC_URL: z
    .string()
    .regex(/^(https?:\/\/[^\s?#@]+)?$/, 'must be an address such as https://memory.example.org')
    .default('')
    .describe(
      'Address that clients use, for links in answers: `https://memory.example.org`, a path included. Set it behind a proxy. Default: the address the connection arrived at; the Host header counts only where it names this machine.',
    ),
  MAX_CONNECTIONS: count(0, 1_000_000)
    .default(0)
    .describe(
      'Connections that the API takes at once. Beyond them, the one that has been idle for longest is closed. 0: four fifths of the open files that the process may have (`ulimit -n`), less 256, at most 10,000.',
    ),
  METRICS_PORT: port
    .default(0)
    .describe(
      'Port of its own for `/metrics`, for each process; the API then no longer serves it without METRICS_TOKEN. 0: none.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that METRICS_PORT listens on. Set it to a private address that your Prometheus reaches.',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^([\x21-\x7e]{16,})?$/, 'must have at least 16 printable characters')
    .default('')
    .describe(
      'Token for `/metrics`, sent as `Authorization: Bearer <token>`. Without it, the API serves metrics only while HOST is loopback.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe(
      'Least level of the log on standard output. Lines never hold content, queries or keys. `debug` adds probes: `/health`, `/ready` and `/metrics`.',
    ),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('`json`: one object per line. `pretty`: for people. `auto`: pretty on a terminal, else JSON.'),
  SHUTDOWN_TIMEOUT_MS: milliseconds(0, 600_000)
    .default(25_000)
    .describe('How long a stopping process may finish what it is doing. Kubernetes kills after 30 s.'),
  SECRETS_KEY: z
    .string()
    .regex(/^([A-Za-z0-9+/]{43}=)?$/, 'must be 32 bytes in base64')
    .default('')
    .describe(
      'Encrypts connector secrets: 32 random bytes in base64 (`openssl rand -base64 32`). Default: created at the first start and kept in `secrets.json` in DATA_DIR. Set it, to the same value everywhere, when processes run on several machines.',
    ),
  SECRETS_KEYS_OLD: z
    .string()
    .regex(/^(\s*[A-Za-z0-9+/]{43}=\s*(,|$))*$/, 'must be keys of 32 bytes in base64, separated by commas')
    .default('')
    .describe(
      'Values that SECRETS_KEY had before, separated by commas. They open what they sealed, and links that they signed stay good. `reverie secrets rotate` seals everything with the current key; remove the old ones a day later.',
    ),
  DATA_DIR: z
    .string()
    .default(join(homedir(), '.local', 'share', 'reverie'))
    .describe(
      'Directory of everything that Reverie keeps outside of Postgres: uploaded files and `secrets.json`. Back it up together with the database.',
    ),
  MAX_TEXT_BYTES: count(1_000, 16_000_000)
    .default(1_000_000)
    .describe('Largest text of one document, in bytes.'),
  MAX_FILE_BYTES: count(1_000, 2_000_000_000)
    .default(50_000_000)
    .describe('Largest uploaded file, in bytes.'),
  BLOBS: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe('Where uploaded files are kept. `disk` suits one machine; several processes need `s3`.'),
  BLOB_DIR: z
    .string()
    .default('')
    .describe('Disk: the directory of uploaded files. Default: `blobs` in DATA_DIR.'),
  BLOB_GRACE_MS: milliseconds(600_000, 86_400_000)
    .default(3_600_000)
    .describe(
      'Files that no document names are removed when they are older than this. Uploads must take less time.',
    ),
  S3_BUCKET: z.string().default('').describe('S3: the bucket, which must exist.'),
  S3_REGION: z.string().default('us-east-1').describe('S3: the region.'),
  S3_ENDPOINT: z.string().default('').describe('S3: address of a server other than AWS, for example MinIO.'),
  S3_FORCE_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe('S3: the bucket in the path, as MinIO wants it.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .default('')
    .describe('S3: access key. Empty: as the AWS SDK finds it, for example from the role of the machine.'),
  S3_SECRET_ACCESS_KEY: z.string().default('').describe('S3: its secret.'),
  FILE_URL_SECRET: z
    .string()
    .regex(/^(.{32,})?$/, 'must have at least 32 characters')
    .default('')
    .describe(
      'Signs links to uploaded files. Default: derived from SECRETS_KEY, or from the key in `secrets.json`. Set it to keep links when SECRETS_KEY changes.',
    ),
  FETCH_MAX_BYTES: count(1_000, 500_000_000)
    .default(10_000_000)
    .describe('Links: the largest page or file that is fetched, in bytes, unpacked.'),
  FETCH_TIMEOUT_MS: milliseconds(100, 600_000)
    .default(30_000)
    .describe('Links: limit of one fetch, redirects and body included.'),
  FETCH_CONNECT_TIMEOUT_MS: milliseconds(100, 600_000)
    .default(10_000)
    .describe('Links: limit of connecting to a server.'),
  FETCH_ALLOW: z
    .string()
    .default('')
    .describe(
      'Links: what is fetched besides the public internet, separated by commas: hosts (`wiki.corp.example`), domains (`.corp.example`), addresses and networks (`10.2.0.0/16`). Hosts and domains may then be in private networks.',
    ),
  FETCH_DNS: z
    .string()
    .default('')
    .describe(
      'Links: name servers to ask, for example `10.0.0.2, 10.0.0.3:5353`. Empty: as the machine does.',
    ),
  FETCH_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
    .default('Reverie/0.1')
    .describe('Links: how we introduce ourselves to servers.'),
  WORKER_SLOTS: count(1, 64)
    .default(2)
    .describe(
      'Lane runs at once per worker process and cell. One per core for the local model; more for an HTTP one.',
    ),
  WORKER_READ_SLOTS: count(1, 64)
    .default(8)
    .describe(
      'Beside those, for documents that must be fetched or read from a file first. One organization has half of them at most, so that there is room when another comes. Each may hold a file or four pages in memory.',
    ),
  WORKER_POLL_MS: milliseconds(20, 10_000)
    .default(200)
    .describe(
      'How often an idle worker looks for wakes. The add path sends no NOTIFY: it would cost 37–48 % of commits.',
    ),
  LEASE_MS: milliseconds(2_000, 600_000)
    .default(30_000)
    .describe('How long a document stays with a worker that no longer answers. Renewed at a third of it.'),
  RECONCILE_MS: milliseconds(500, 600_000)
    .default(30_000)
    .describe(
      'How often lanes with due documents are woken again, so that a lost wake costs at most this long.',
    ),
  MAX_ATTEMPTS: count(1, 100)
    .default(8)
    .describe('Attempts before a document ends `failed`. A wait that a rate limit asks for is no attempt.'),
  DREAM_QUIET_MS: milliseconds(0, 3_600_000)
    .default(5_000)
    .describe(
      'How long nothing new must have come to a container before its memories are formed; documents that come together are read together.',
    ),
  DREAM_MAX_WAIT_MS: milliseconds(0, 86_400_000)
    .default(60_000)
    .describe('How long a document waits at most for the container to be quiet.'),
  FORGET_EPISODIC_AFTER_DAYS: count(0, 36_500)
    .default(0)
    .describe(
      'After how many days dreaming forgets what happened or was planned, counted from its date; what somebody is or likes stays. 0: never.',
    ),
  EXTRACT_SANDBOX: z
    .enum(['required', 'preferred', 'off'])
    .default('preferred')
    .describe(
      'Files are read in a sandbox: bubblewrap, else Landlock with a seccomp filter. `required`: where there is none, files wait. `preferred`: there, Node.js reads them under its permission model, and images and recordings are not read. `off`: no sandbox. Default: `required` when NODE_ENV is `production` or HOST is no loopback address, else `preferred`.',
    ),
  EXTRACT_PROCESSES: count(1, 64)
    .default(2)
    .describe(
      'Files read at once per worker process, each in a process of its own. One organization has half of them at most: with a single one, everybody waits for the file that is being read.',
    ),
  EXTRACT_TIMEOUT_MS: milliseconds(1_000, 3_600_000)
    .default(120_000)
    .describe('How long the reading of one file may take; then it ends `extract.timeout`.'),
  EXTRACT_MEMORY_MB: count(128, 65_536)
    .default(1_024)
    .describe('How much memory the reading of one file may take; then it ends `extract.too_large`.'),
  OCR_LANGUAGES: z
    .string()
    .regex(/^[A-Za-z0-9_]+(\+[A-Za-z0-9_]+)*$/, 'must be languages of tesseract, as eng+deu')
    .default('eng')
    .describe(
      'Languages of text in images, as tesseract names them: `eng+deu`. Their data must be installed.',
    ),
  EMBEDDER: z
    .enum(['local', 'http'])
    .default('local')
    .describe('`local` runs an ONNX model in this process; `http` calls an OpenAI-compatible endpoint.'),
  EMBEDDER_MODEL: z
    .string()
    .default('')
    .describe(
      'Local: a model directory or hub name; empty is the bundled all-MiniLM-L6-v2. HTTP: the model name to send.',
    ),
  EMBEDDER_URL: z
    .string()
    .default('')
    .describe('HTTP: base address, for example `http://127.0.0.1:11434/v1`; `/embeddings` is added.'),
  EMBEDDER_API_KEY: z.string().default('').describe('HTTP: sent as a bearer token when set.'),
  EMBEDDER_DIMENSIONS: count(0, 16_000)
    .default(0)
    .describe('HTTP: dimensions of the vectors. 0 asks the endpoint once at start.'),
  EMBEDDER_TIMEOUT_MS: milliseconds(100, 600_000).default(30_000).describe('HTTP: limit of one call.'),
  EMBEDDER_THREADS: count(0, 64)
    .default(0)
    .describe(
      'Local: inference threads. 0 is one per core; more than that makes all of them slower (8-fold, measured).',
    ),
  EMBEDDER_NEXT: z
    .enum(['none', 'local', 'http'])
    .default('none')
    .describe(
      'A second model beside the main one, while its embedding set is built, or kept to go back to: see docs/embedding-sets.md. `none`: there is none.',
    ),
  EMBEDDER_NEXT_MODEL: z.string().default('').describe('As EMBEDDER_MODEL, of the second model.'),
  EMBEDDER_NEXT_URL: z.string().default('').describe('As EMBEDDER_URL, of the second model.'),
  EMBEDDER_NEXT_API_KEY: z.string().default('').describe('As EMBEDDER_API_KEY, of the second model.'),
  EMBEDDER_NEXT_DIMENSIONS: count(0, 16_000)
    .default(0)
    .describe('As EMBEDDER_DIMENSIONS, of the second model.'),
  LLM: z
    .enum(['none', 'openai-compatible', 'anthropic', 'google'])
    .default('none')
    .describe(
      'The language model that reads documents and rewrites queries. `none`: by rules, without a network. `openai-compatible` is also Ollama and vLLM.',
    ),
  LLM_URL: z
    .string()
    .default('')
    .describe(
      'LLM: base address, for example `http://127.0.0.1:11434/v1`; `/chat/completions` is added. Empty for Anthropic and Google: their own.',
    ),
  LLM_MODEL: z.string().default('').describe('LLM: the model name to send.'),
  LLM_API_KEY: z.string().default('').describe('LLM: the key; a local server needs none.'),
  LLM_TIMEOUT_MS: milliseconds(100, 600_000)
    .default(60_000)
    .describe('LLM: limit of one call. A query is rewritten within 2 s, or by rules.'),
  LLM_INPUT_USD_PER_MILLION: dollars(1_000).describe('LLM: what a million tokens sent cost.'),
  LLM_OUTPUT_USD_PER_MILLION: dollars(1_000).describe('LLM: what a million tokens answered cost.'),
  LLM_DAILY_USD: dollars(1_000_000).describe(
    'LLM: what one organization may spend in a day (UTC), by the prices above. 0: as much as it likes.',
  ),
  LLM_SUMMARIES: z
    .stringbool()
    .default(true)
    .describe(
      'LLM: it also says what documents of 1,500 characters and more are about, which about doubles what they cost to read.',
    ),
  LLM_OVER_BUDGET: z
    .enum(['local', 'wait'])
    .default('local')
    .describe('LLM: when the day’s money is spent, documents are read by rules, or wait for the next day.'),
  LLM_FALLBACK: z
    .enum(['local', 'fail'])
    .default('local')
    .describe(
      'LLM: when it does not answer (three failures in a row) or cannot read a document. `local`: the built-in rules read it; `fail`: it ends `failed` after MAX_ATTEMPTS.',
    ),
  RERANKER_URL: z
    .string()
    .default('')
    .describe(
      'A reranker for searches with `rerank`, as Cohere, Jina, vLLM and Text Embeddings Inference have them: base address; `/rerank` is added. Empty: by rules.',
    ),
  RERANKER_API_KEY: z.string().default('').describe('Reranker: sent as a bearer token when set.'),
  RERANKER_MODEL: z
    .string()
    .default('')
    .describe('Reranker: the model name to send. Empty: called as Text Embeddings Inference is.'),
  RERANKER_TIMEOUT_MS: milliseconds(50, 60_000)
    .default(2_000)
    .describe('Reranker: limit of one call; then the order stays as it was.'),
  TRANSCRIBER: z
    .enum(['local', 'http', 'none'])
    .default('local')
    .describe(
      'What hears audio and video. `local` runs a Whisper model in this process; `http` calls an OpenAI-compatible endpoint; `none`: only subtitles are read. See docs/media.md.',
    ),
  TRANSCRIBER_MODEL_DIR: z
    .string()
    .default('')
    .describe(
      'Local: directory of a Whisper model in the layout of transformers.js. Empty: `whisper` in MODEL_DIR, if it is there.',
    ),
  TRANSCRIBER_URL: z
    .string()
    .default('')
    .describe(
      'HTTP: base address, for example `http://127.0.0.1:8000/v1`; `/audio/transcriptions` is added.',
    ),
  TRANSCRIBER_MODEL: z.string().default('whisper-1').describe('HTTP: the model name to send.'),
  TRANSCRIBER_API_KEY: z.string().default('').describe('HTTP: sent as a bearer token when set.'),
  TRANSCRIBER_TIMEOUT_MS: milliseconds(100, 600_000)
    .default(60_000)
    .describe('HTTP: limit of one call, which is about half a minute of a recording.'),
  MAX_MEDIA_SECONDS: count(1, 86_400)
    .default(14_400)
    .describe('Longest recording that is heard or read, in seconds.'),
  USAGE_RETENTION_DAYS: count(31, 3_650)
    .default(400)
    .describe('How long the hourly figures of analytics are kept. They are dropped by whole months.'),
  TOKEN_PRICE_USD_PER_MILLION: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .default(2.5)
    .describe('What a million tokens of your model cost: turns the tokens saved of analytics into dollars.'),
  REVERIE_URL: z
    .string()
    .default('http://127.0.0.1:8787')
    .describe('Where `reverie add` and `reverie search` find the server.'),
  REVERIE_KEY: z.string().default('').describe('The API key of `reverie add` and `reverie search`.'),
  MODEL_DIR: z
    .string()
    .default(join(homedir(), '.cache', 'reverie', 'models'))
    .describe('Where converted models are kept.'),
})

export type Config = z.output<typeof configSchema>

export class ConfigError extends Error {}

/** Reads the environment; `.env` in the working directory fills what the environment does not say. */
export function loadConfig(env: NodeJS.ProcessEnv = { ...readDotEnv(), ...process.env }): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = configSchema.safeParse({ EXTRACT_SANDBOX: sandboxFor(given), ...given }, plainWords)
  const faults = parsed.success
    ? contradictionsIn(parsed.data)
    : describeIssues(parsed.error.issues, 'settings')
  if (parsed.success && faults.length === 0) return withDerivedPaths(parsed.data)
  const lines = faults.map(fault => `  ${fault}`)
  throw new ConfigError(`The configuration is not valid:\n${lines.join('\n')}\nSee docs/configuration.md.`)
}

function sandboxFor({ HOST = '127.0.0.1', NODE_ENV = '' }: NodeJS.Dict<string>): Config['EXTRACT_SANDBOX'] {
  return isExposed({ HOST, NODE_ENV }) ? 'required' : 'preferred'
}

/** Settings that need another one: found here, and not by the first document that wants it. */
function contradictionsIn(config: Config): string[] {
  const needed: [boolean, keyof Config, string][] = [
    [config.LLM !== 'none', 'LLM_MODEL', `LLM is ${config.LLM}`],
    [config.LLM === 'openai-compatible', 'LLM_URL', 'LLM is openai-compatible'],
    [config.BLOBS === 's3', 'S3_BUCKET', 'BLOBS is s3'],
    [config.EMBEDDER === 'http', 'EMBEDDER_URL', 'EMBEDDER is http'],
    [config.TRANSCRIBER === 'http', 'TRANSCRIBER_URL', 'TRANSCRIBER is http'],
  ]
  return needed
    .filter(([isNeeded, name]) => isNeeded && config[name] === '')
    .map(([, name, because]) => `${name}: is required when ${because}`)
}

function withDerivedPaths(config: Config): Config {
  return { ...config, BLOB_DIR: config.BLOB_DIR || join(config.DATA_DIR, 'blobs') }
}

function readDotEnv(path = '.env'): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}
