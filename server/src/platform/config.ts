import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { contradictionsIn } from './config/contradictions.ts'
import { type Config, configSchema } from './config/schema.ts'
import { describeIssues, plainWords } from './lib/describe-issues.ts'
import { isExposed } from './lib/is-exposed.ts'
import { oneSlipFrom } from './lib/nearest-name.ts'

export type { Config } from './config/schema.ts'

export class ConfigError extends Error {}

/**
 * Reads the whole configuration, once at the start. This file is the only place that sees the environment; the settings and
 * their descriptions are in `config/`. `.env` in the working directory supplies settings that the environment lacks. The flags
 * of a command override both.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv = readEnvironment(),
  flags: NodeJS.Dict<string> = {},
): Config {
  const given = Object.fromEntries(
    Object.entries({ ...env, ...flags }).filter(([, value]) => value?.trim() !== ''),
  )
  const parsed = configSchema.safeParse({ EXTRACT_SANDBOX: sandboxFor(given), ...given }, plainWords)
  const faults = parsed.success
    ? contradictionsIn(parsed.data)
    : describeIssues(parsed.error.issues, 'settings')
  if (parsed.success && faults.length === 0) return withDerivedPaths(parsed.data)
  const lines = faults.map(fault => `  ${fault}`)
  throw new ConfigError(`The configuration is not valid:\n${lines.join('\n')}\nSee docs/configuration.md.`)
}

/** Shorter names, such as HOST and LLM, are one letter away from variables of other programs. */
const shortestCompared = 8

/**
 * Variables one letter away from a setting that is not set, such as EMBEDER. They are only warned of, because the environment
 * is shared with other programs.
 */
export function misspeltSettings(env = readEnvironment()): { name: string; meant: string }[] {
  const settings = Object.keys(configSchema.shape)
  const unset = settings.filter(name => name.length >= shortestCompared && !env[name])
  return Object.keys(env).flatMap(name => {
    const meant = settings.includes(name) ? undefined : oneSlipFrom(name, unset)
    return meant === undefined ? [] : [{ name, meant }]
  })
}

const readEnvironment = (): NodeJS.ProcessEnv => ({ ...readDotEnv(), ...process.env })

function sandboxFor({ HOST = '127.0.0.1', NODE_ENV = '' }: NodeJS.Dict<string>): Config['EXTRACT_SANDBOX'] {
  return isExposed({ HOST, NODE_ENV }) ? 'required' : 'preferred'
}

function withDerivedPaths(config: Config): Config {
  return { ...config, BLOB_DIR: config.BLOB_DIR || join(config.DATA_DIR, 'blobs') }
}

function readDotEnv(path = '.env'): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}
