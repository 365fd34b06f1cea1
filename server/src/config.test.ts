import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

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
  [
    { LLM: 'openai-compatible', LLM_URL: 'http://127.0.0.1:9' },
    'LLM_MODEL: is required when LLM is openai-compatible',
  ],
  [{ LLM: 'openai-compatible', LLM_MODEL: 'x' }, 'LLM_URL: is required when LLM is openai-compatible'],
  [{ BLOBS: 's3' }, 'S3_BUCKET: is required when BLOBS is s3'],
  [{ EMBEDDER: 'http' }, 'EMBEDDER_URL: is required when EMBEDDER is http'],
  [{ TRANSCRIBER: 'http' }, 'TRANSCRIBER_URL: is required when TRANSCRIBER is http'],
])('%j is refused at start with what is expected', (env, sentence) => {
  expect(faultsOf(env)).toContain(sentence)
  expect(faultsOf(env)).not.toMatch(/Invalid|received/)
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
