import { type Source, SourceError } from '../connector.ts'
import { type GitConfig, GitFailure, runGit } from './run-git.ts'
import type { GitCredentials, GitSettings } from './settings.ts'

/** A repository on the network: an address that was checked, and how git reaches it. */
export type Remote = { url: string; config: GitConfig; protocols: string }

export type GitSource = Source<GitSettings, GitCredentials>

const service = '/info/refs?service=git-upload-pack'
const maxAdvertBytes = 32_000_000

/** The oldest git that can be told which address a name has (2.37). Without that, a name could lead into our network. */
const oldestGit = [2, 37] as const

/**
 * Asks for the repository through the guarded client first, which follows redirects and refuses private addresses. Git itself is then
 * bound to the address found, and follows no redirect.
 */
export async function openRemote(source: GitSource): Promise<Remote> {
  await checkGit(source)
  const asked = parseAddress(source.settings.url)
  const authorization = authorizationOf(source, asked)
  const { status, url, headers } = await source.http.request(`${asked}${service}`, {
    headers: { 'git-protocol': 'version=2', ...(authorization && { authorization }) },
    allow: [400, 401, 403, 404, 410],
    maxBytes: maxAdvertBytes,
  })
  if (status === 401 || status === 403) throw refused(authorization !== undefined)
  if (status >= 400) throw new SourceError('source_gone', 'There is no repository at this address.')
  if (headers.get('content-type') !== 'application/x-git-upload-pack-advertisement')
    throw new SourceError(
      'settings_invalid',
      'There is no git repository at this address, or its server is too old.',
    )
  const found = parseAddress(url.replace(/\/info\/refs(\?.*)?$/, ''))
  const isSame = new URL(found).origin === new URL(asked).origin
  return {
    url: found,
    protocols: 'http:https',
    config: [
      ['remote.origin.url', found],
      ['http.curloptResolve', await pinAddress(source, new URL(found))],
      ...(authorization && isSame ? [['http.extraHeader', `Authorization: ${authorization}`] as const] : []),
    ],
  }
}

/**
 * Only http and https: `ext::` runs commands, `file:` reads the server's disk, ssh uses its keys. An address that begins with a hyphen
 * would be an option of git.
 */
export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceError(
      'settings_invalid',
      'The address of the repository must begin with https:// or http://.',
    )
  if (url.username || url.password)
    throw new SourceError('settings_invalid', 'Enter the token in its own field, not in the address.')
  if (url.search || url.hash)
    throw new SourceError('settings_invalid', 'The address of the repository must have no ? or #.')
  return url.href.replace(/\/+$/, '')
}

function authorizationOf({ credentials }: GitSource, address: string): string | undefined {
  if (!credentials.token) return undefined
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname))
    throw new SourceError('settings_invalid', 'A token is only sent over https.')
  // GitHub, GitLab and Gitea accept any name beside a token.
  const pair = `${credentials.username || 'x-access-token'}:${credentials.token}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

async function pinAddress({ http }: GitSource, { hostname, port, protocol }: URL): Promise<string> {
  const address = await http.resolve(hostname.replace(/^\[|\]$/g, ''))
  const host = hostname.replace(/^\[|\]$/g, '')
  return `${host}:${port || (protocol === 'https:' ? 443 : 80)}:${address.includes(':') ? `[${address}]` : address}`
}

async function checkGit({ workFolder, signal }: GitSource): Promise<void> {
  const [, major, minor] =
    /(\d+)\.(\d+)/.exec(await runGit(['version'], { folder: workFolder, signal })) ?? []
  const isOld =
    Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1])
  if (major === undefined || isOld)
    throw new SourceError('internal', `git ${oldestGit.join('.')} or later must be installed on the server.`)
}

const refused = (hasToken: boolean): SourceError =>
  new SourceError(
    'auth_expired',
    hasToken
      ? 'The repository refuses the token. Enter a new one.'
      : 'The repository is private: enter a token.',
  )

/** Turns what git says about the network into an error of the source. */
export function explainFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  if (!(error instanceof GitFailure)) return new SourceError('internal', String(error), { cause: error })
  const text = error.stderr
  if (/Authentication failed|could not read Username|error: (401|403)/.test(text))
    return new SourceError('auth_expired', 'The repository refuses the token. Enter a new one.', {
      cause: error,
    })
  if (/error: 429/.test(text))
    return new SourceError('rate_limited', 'The server asks to wait.', { cause: error })
  if (/repository .* not found|error: 404/.test(text))
    return new SourceError('source_gone', 'There is no repository at this address.', { cause: error })
  return new SourceError('provider_unavailable', error.message, { cause: error })
}
