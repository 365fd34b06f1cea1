import { Reverie, ReverieError } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { findProfile } from './profiles.ts'

/** Options of every command that calls a running server. */
export type RemoteOptions = { url?: string; key?: string; profile?: string; tag?: string; json?: boolean }

export type RemoteServer = { url: string; key: string }

/** The server of the flags, else of REVERIE_URL and REVERIE_KEY, else of the profile. */
export async function chooseServer(config: Config, options: RemoteOptions): Promise<RemoteServer> {
  const isNamed = options.profile !== undefined || config.REVERIE_PROFILE !== ''
  const isGiven = options.key !== undefined || config.REVERIE_KEY !== ''
  const found = isNamed || !isGiven ? await findProfile(config, options.profile) : undefined
  // The key of a profile goes to the server of that profile and to no other.
  const profile = options.url === undefined || isSameAddress(options.url, found?.url) ? found : undefined
  const key = options.key ?? profile?.key ?? config.REVERIE_KEY
  const url = options.url ?? profile?.url ?? config.REVERIE_URL
  if (key === '')
    throw new CommandError(
      'An API key is required. Log in with "reverie login", or set a key with --key or REVERIE_KEY.',
      exitCodes.refused,
    )
  // Without the key itself, because this text ends up in terminals and logs.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError(
      'The API key contains invalid characters. Copy the whole key again.',
      exitCodes.refused,
    )
  return { url: readAddress(url), key }
}

const isSameAddress = (url: string, other: string | undefined): boolean =>
  url.replace(/\/+$/, '') === other?.replace(/\/+$/, '')

export function readAddress(url: string): string {
  if (/^https?:/.test(url) && URL.canParse(url)) return url
  throw new CommandError(
    `"${url}" is not an HTTP address. Set one with --url or REVERIE_URL.`,
    exitCodes.usage,
  )
}

/** Runs a command against the chosen server. */
export async function withServer(
  config: Config,
  options: RemoteOptions,
  work: (reverie: Reverie, server: RemoteServer) => Promise<void>,
): Promise<void> {
  const server = await chooseServer(config, options)
  await explainRefusals(server.url, () =>
    work(new Reverie({ baseUrl: server.url, apiKey: server.key }), server),
  )
}

/** Turns errors of the server into sentences with an exit code. */
export async function explainRefusals(url: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ReverieError
      ? new CommandError(sentenceFor(error, url), exitCodeOf(error.code))
      : error
  }
}

export function sentenceFor(error: ReverieError, url: string): string {
  if (error.code === 'client.no_answer')
    return `No server answers at ${url}. Start one with "reverie start", or set its address with --url or REVERIE_URL.`
  const details = error.details === undefined || error.details === error.message ? '' : `\n${error.details}`
  const found = error.requestId === undefined ? '' : `, request ${error.requestId}`
  return `${error.message} (${error.code}${found})${details}`
}

/** Errors that pass without anybody changing the request: the server restarts, is busy, or waits for a part of it. */
const passingCode = /^(client\.no_answer|internal|server\..+|.+\.(unavailable|limited))$/

export const isPassingError = (error: unknown): error is ReverieError =>
  error instanceof ReverieError && passingCode.test(error.code)

export function exitCodeOf(code: string): ExitCode {
  if (code === 'client.no_answer') return exitCodes.noServer
  if (code.startsWith('auth.')) return exitCodes.refused
  return code.endsWith('.not_found') ? exitCodes.notFound : exitCodes.failed
}
