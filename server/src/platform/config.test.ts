import { expect, test } from 'vitest'
import { ConfigError, loadConfig, misspeltSettings } from './config.ts'

const faultsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a number'],
  [{ PORT: '70000' }, 'PORT: must be at most 65535'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of trace, debug'],
  [
    { DATABASE_URL: 'postgres://postgres@127.0.0.1:5432' },
    'must be postgres://user:password@host:5432/database',
  ],
  [{ DATABASE_URL: 'mysql://root@127.0.0.1/x' }, 'must be postgres://user:password@host:5432/database'],
])('%j is refused at start with what is expected', (env, sentence) => {
  expect(faultsOf(env)).toContain(sentence)
  expect(faultsOf(env)).not.toMatch(/Invalid|received/)
})

const llm = { LLM: 'openai-compatible', LLM_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'small' }
const claude = { LLM: 'anthropic', LLM_MODEL: 'claude', LLM_API_KEY: 'key' }
const embedder = { EMBEDDER: 'http', EMBEDDER_URL: 'http://127.0.0.1:9/v1', EMBEDDER_MODEL: 'small' }
const next = { EMBEDDER_NEXT: 'http', EMBEDDER_NEXT_URL: 'http://127.0.0.1:9/v1', EMBEDDER_NEXT_MODEL: 'x' }
const s3 = { BLOBS: 's3', S3_BUCKET: 'files' }
const cells = { CELL_URLS: 'east=postgres://a/b,west=postgres://c/d' }
const oidc = {
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'reverie',
  PUBLIC_URL: 'https://memory.example.org',
}
const anIssuer = 'OIDC_ISSUER: must be an https address'
const aPrice = 'LLM_DAILY_USD: needs LLM_INPUT_USD_PER_MILLION and LLM_OUTPUT_USD_PER_MILLION'

test.each([
  [{ ...llm, LLM_MODEL: '' }, 'LLM_MODEL: is required when LLM is openai-compatible'],
  [{ ...llm, LLM_URL: '' }, 'LLM_URL: is required when LLM is openai-compatible'],
  [{ ...llm, LLM_URL: 'localhost:11434' }, 'LLM_URL: must be an address such as http://'],
  [{ ...claude, LLM_MODEL: '' }, 'LLM_MODEL: is required when LLM is anthropic'],
  [{ ...claude, LLM_API_KEY: '' }, 'LLM_API_KEY: is required when LLM is anthropic'],
  [{ ...claude, LLM: 'google', LLM_API_KEY: '' }, 'LLM_API_KEY: is required when LLM is google'],
  [{ ...claude, LLM_URL: 'proxy' }, 'LLM_URL: must be an address such as http://'],
  [{ ...claude, LLM_DAILY_USD: '5' }, aPrice],
  [{ ...s3, S3_BUCKET: '' }, 'S3_BUCKET: is required when BLOBS is s3'],
  [{ ...s3, S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY: is required when S3_ACCESS_KEY_ID is set'],
  [{ ...s3, S3_SECRET_ACCESS_KEY: 'x' }, 'S3_ACCESS_KEY_ID: is required when S3_SECRET_ACCESS_KEY is set'],
  [{ ...embedder, EMBEDDER_URL: '' }, 'EMBEDDER_URL: is required when EMBEDDER is http'],
  [{ ...embedder, EMBEDDER_URL: 'ollama' }, 'EMBEDDER_URL: must be an address such as http://'],
  [{ ...embedder, EMBEDDER_MODEL: '' }, 'EMBEDDER_MODEL: is required when EMBEDDER is http'],
  [{ ...next, EMBEDDER_NEXT_URL: '' }, 'EMBEDDER_NEXT_URL: is required when EMBEDDER_NEXT is http'],
  [{ ...next, EMBEDDER_NEXT_MODEL: '' }, 'EMBEDDER_NEXT_MODEL: is required when EMBEDDER_NEXT is http'],
  [{ TRANSCRIBER: 'http' }, 'TRANSCRIBER_URL: is required when TRANSCRIBER is http'],
  [{ TRANSCRIBER: 'http', TRANSCRIBER_URL: 'here' }, 'TRANSCRIBER_URL: must be an address such as http://'],
  [{ RERANKER_URL: 'here' }, 'RERANKER_URL: must be an address such as http://'],
  [{ CELL_URLS: 'main=postgres://a/b' }, 'CELL_URLS: "main" is the name of the cell in DATABASE_URL'],
  [{ CELL_URLS: 'east=postgres://a/b, east=postgres://c/d' }, 'CELL_URLS: names the cell "east" twice'],
  [{ ...cells, CELL_OWNER_URLS: 'north=postgres://a/b' }, 'CELL_OWNER_URLS: names the cell "north"'],
  [{ ...cells, CELL_DIRECT_URLS: 'north=postgres://a/b' }, 'CELL_DIRECT_URLS: names the cell "north"'],
  [
    { DIRECTORY_URL: 'postgres://a/b', CELL_URLS: 'directory=postgres://c/d' },
    'CELL_URLS: "directory" is the name of the database in DIRECTORY_URL',
  ],
  [{ DIRECTORY_OWNER_URL: 'postgres://a/b' }, 'DIRECTORY_URL: is required when DIRECTORY_OWNER_URL is set'],
  [{ DIRECTORY_DIRECT_URL: 'postgres://a/b' }, 'DIRECTORY_URL: is required when DIRECTORY_DIRECT_URL is set'],
  [{ ...cells, REPLICA_URLS: 'north=postgres://a/b' }, 'REPLICA_URLS: names the cell "north" twice, or'],
  [{ REPLICA_URLS: 'main=postgres://a/b,main=postgres://c/d' }, 'REPLICA_URLS: names the cell "main" twice'],
  [{ WORKER_CELLS: 'main, south' }, 'WORKER_CELLS: names the cell "south"'],
  [{ ...oidc, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID: is required when OIDC_ISSUER is set'],
  [{ ...oidc, PUBLIC_URL: '' }, 'PUBLIC_URL: is required when OIDC_ISSUER is set'],
  [{ ...oidc, OIDC_ISSUER: 'http://id.example.org' }, anIssuer],
  [{ ...oidc, OIDC_ISSUER: 'http://localhost.evil.example' }, anIssuer],
  [{ ...oidc, OIDC_ISSUER: 'id.example.org' }, anIssuer],
  [
    { ...oidc, OIDC_JOIN_ORGANIZATION: 'acme' },
    'OIDC_ALLOWED_DOMAINS: is required when OIDC_JOIN_ORGANIZATION',
  ],
  [{ PASSWORD_SIGN_IN: 'false' }, 'PASSWORD_SIGN_IN: needs OIDC_ISSUER'],
  [{ ...oidc, OIDC_JOIN_ROLE: 'owner' }, 'OIDC_JOIN_ROLE: must be one of viewer, member, admin'],
  [{ ...oidc, OIDC_TRUSTED_DOMAINS: '*' }, 'OIDC_TRUSTED_DOMAINS: must be domains such as example.org'],
  [
    { ...oidc, OIDC_ALLOWED_DOMAINS: '@example.org' },
    'OIDC_ALLOWED_DOMAINS: must be domains such as example.org',
  ],
  [{ ...oidc, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES: must contain openid'],
])('the contradiction %j is refused at start with what to set', (env, sentence) => {
  expect(faultsOf(env)).toContain(sentence)
})

test.each([
  llm,
  claude,
  { ...claude, LLM_API_KEY: '', LLM_URL: 'https://proxy.example/anthropic' },
  { ...claude, LLM_DAILY_USD: '5', LLM_OUTPUT_USD_PER_MILLION: '15' },
  { LLM_URL: 'left behind', LLM_DAILY_USD: '5' },
  embedder,
  { EMBEDDER_URL: 'left behind', EMBEDDER_MODEL: '' },
  { ...embedder, ...next },
  s3,
  { ...s3, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
  { S3_ACCESS_KEY_ID: 'left behind' },
  { TRANSCRIBER: 'http', TRANSCRIBER_URL: 'http://127.0.0.1:9/v1' },
  { RERANKER_MODEL: 'small', RERANKER_API_KEY: 'key' },
  { ...cells, CELL_OWNER_URLS: 'west=postgres://owner@c/d' },
  { ...cells, CELL_DIRECT_URLS: 'west=postgres://c:5433/d', DATABASE_DIRECT_URL: 'postgres://a:5433/b' },
  { DIRECTORY_URL: 'postgres://a/b', CELL_URLS: 'west=postgres://c/d' },
  { ...cells, REPLICA_URLS: 'main=postgres://a/b, west=postgres://c/d' },
  { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5', HOST: '0.0.0.0' },
  { ...oidc, OIDC_JOIN_ORGANIZATION: 'acme', OIDC_ALLOWED_DOMAINS: 'example.org, Example.com' },
  { ...oidc, OIDC_JOIN_ORGANIZATION: 'acme', OIDC_ALLOWED_DOMAINS: '*' },
  { ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080/realms/main', PASSWORD_SIGN_IN: 'false' },
  { OIDC_CLIENT_ID: 'left behind', OIDC_JOIN_ORGANIZATION: 'left behind' },
])('the settings %j agree with each other', env => {
  expect(faultsOf(env)).toBe('')
})

test('every contradiction is named at once', () => {
  const message = faultsOf({ BLOBS: 's3', EMBEDDER: 'http' })
  expect(message).toContain('S3_BUCKET')
  expect(message).toContain('EMBEDDER_URL')
  expect(message).toContain('EMBEDDER_MODEL')
})

test.each(['postgres://postgres@127.0.0.1:54329/reverie', 'postgresql:///reverie?host=/var/run/postgresql'])(
  '%s is an address of a Postgres',
  DATABASE_URL => expect(loadConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL),
)

test.each([
  [{}, 'preferred'],
  [{ HOST: 'localhost' }, 'preferred'],
  [{ HOST: '127.8.9.1' }, 'preferred'],
  [{ HOST: '::1' }, 'preferred'],
  [{ HOST: '0.0.0.0' }, 'required'],
  [{ HOST: '::' }, 'required'],
  [{ HOST: '192.168.1.5' }, 'required'],
  [{ HOST: 'reverie.example' }, 'required'],
  [{ NODE_ENV: 'production' }, 'required'],
  [{ NODE_ENV: 'production', EXTRACT_SANDBOX: 'off' }, 'off'],
  [{ HOST: '0.0.0.0', EXTRACT_SANDBOX: 'preferred' }, 'preferred'],
  [{ HOST: '0.0.0.0', EXTRACT_SANDBOX: '' }, 'required'],
])('with %j the sandbox is %s', (env, sandbox) => {
  expect(loadConfig(env).EXTRACT_SANDBOX).toBe(sandbox)
})

test('an empty setting counts as not set', () => {
  expect(loadConfig({ PORT: '', LLM: '', BLOB_DIR: '' })).toMatchObject({ PORT: 8787, LLM: 'none' })
})

test('a setting of spaces counts as not set, because a number of spaces would be 0', () => {
  expect(loadConfig({ PORT: ' ', MAX_ATTEMPTS: '\t', LLM: ' ' })).toMatchObject({ PORT: 8787, LLM: 'none' })
})

test('files lie in DATA_DIR unless BLOB_DIR says otherwise', () => {
  expect(loadConfig({ DATA_DIR: '/data' }).BLOB_DIR).toBe('/data/blobs')
  expect(loadConfig({ DATA_DIR: '/data', BLOB_DIR: '/files' }).BLOB_DIR).toBe('/files')
})

test('every fault is named at once, each on its line, with the document to read', () => {
  const lines = faultsOf({ PORT: 'abc', LOG_LEVEL: 'loud' }).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toBe('See docs/configuration.md.')
})

test('no fault repeats a secret', () => {
  const message = faultsOf({
    DATABASE_URL: 'mysql://root:hunter2@127.0.0.1/x',
    LLM_API_KEY: 'sk-secret',
    PORT: 'x',
  })
  expect(message).not.toMatch(/hunter2|sk-secret/)
})

test.each([
  ['EMBEDER', 'EMBEDDER'],
  ['EMBEDDER_MODLE', 'EMBEDDER_MODEL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['embedder_url', 'EMBEDDER_URL'],
  ['S3-BUCKET', 'S3_BUCKET'],
  ['CELL_URL', 'CELL_URLS'],
  ['WORKER_SLOT', 'WORKER_SLOTS'],
])('%s is reported as a misspelling of %s', (name, meant) => {
  expect(misspeltSettings({ [name]: 'x', PATH: '/bin' })).toEqual([{ name, meant }])
})

test.each([
  // Variables of shells, cloud platforms and other programs must not cause a warning at every start.
  'HOSTNAME',
  'POST',
  'PORTS',
  'LLVM',
  'JAVA_DIR',
  'AWS_REGION',
  'DATABASE_HOST',
  'POSTGRES_URL',
  'REVERIE_SERVICE_HOST',
  'REVERIE_PORT',
  'LLM_API_BASE',
  'npm_config_loglevel',
  '_',
  'X'.repeat(10_000),
])('%.30s is left to other programs', name => {
  expect(misspeltSettings({ [name]: 'x' })).toEqual([])
})

test('a name beside the setting it resembles is left to other programs', () => {
  const env = { DATABASE_URL: 'postgres://a/b', DATABASE_URI: 'postgres://a/b' }
  expect(misspeltSettings(env)).toEqual([])
  // An empty setting counts as not set.
  expect(misspeltSettings({ ...env, DATABASE_URL: '' })).toEqual([
    { name: 'DATABASE_URI', meant: 'DATABASE_URL' },
  ])
})

test('flags override the environment before contradictions are looked for', () => {
  expect(() => loadConfig({ BLOBS: 's3' })).toThrow('S3_BUCKET')
  expect(loadConfig({ BLOBS: 's3' }, { S3_BUCKET: 'files' }).S3_BUCKET).toBe('files')
  expect(() => loadConfig({ BLOBS: 'disk' }, { BLOBS: 's3' })).toThrow('S3_BUCKET')
})

test('an empty flag removes the setting of the environment', () => {
  expect(loadConfig({ LOG_LEVEL: 'warn' }, { LOG_LEVEL: '' }).LOG_LEVEL).toBe(loadConfig({}).LOG_LEVEL)
})

test.each([
  ['PORT', ['-1', '8080.5', '1e6']],
  ['LEASE_MS', ['NaN', 'Infinity', '9'.repeat(20)]],
  ['LLM_DAILY_USD', ['-5', 'ten']],
  ['CELL_URLS', ['east', '=postgres://a/b']],
  ['LLM', ['OpenAI', 'NONE']],
])('%s is refused with each of the values %j', (name, values) => {
  for (const value of values) expect(faultsOf({ [name]: value }), value).toContain(`${name}: `)
})
