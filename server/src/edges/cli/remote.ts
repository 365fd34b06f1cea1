import { Reverie, ReverieError } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'

/** Options of every command that calls a running server. */
export type RemoteOptions = { url?: string; key?: string; tag?: string }

/** The server of the flags, else of the configuration. */
export function checkServer(
  config: Pick<Config, 'REVERIE_URL' | 'REVERIE_KEY'>,
  { url = config.REVERIE_URL, key = config.REVERIE_KEY }: RemoteOptions,
): { url: string; key: string } {
  if (key === '') throw new CommandError('An API key is required. Set it with --key or REVERIE_KEY.')
  // Without credentials, because this text ends up in terminals and logs.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError('The API key contains invalid characters. Copy the whole key again.')
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new CommandError(`"${url}" is not an HTTP address. Set one with --url or REVERIE_URL.`)
  return { url, key }
}

/** Runs a command against the server. */
export async function withServer(
  config: Config,
  options: RemoteOptions,
  work: (reverie: Reverie) => Promise<void>,
): Promise<void> {
  const { url, key } = checkServer(config, options)
  try {
    await work(new Reverie({ baseUrl: url, apiKey: key }))
  } catch (error) {
    throw error instanceof ReverieError ? new CommandError(sentenceFor(error, url)) : error
  }
}

function sentenceFor(error: ReverieError, url: string): string {
  if (error.code === 'client.no_answer')
    return `No server answers at ${url}. Start one with "reverie start", or set its address with --url or REVERIE_URL.`
  const details = error.details === undefined || error.details === error.message ? '' : `\n${error.details}`
  const found = error.requestId === undefined ? '' : `, request ${error.requestId}`
  return `${error.message} (${error.code}${found})${details}`
}
