import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, platform } from 'node:os'
import { Reverie } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { productVersion } from '../../platform/lib/version.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { printRows } from './print-rows.ts'
import { printable } from './printable.ts'
import { checkProfileName, readProfiles, writeProfiles } from './profiles.ts'
import { explainRefusals, readAddress } from './remote.ts'

export type LoginOptions = { url?: string; key?: string; profile?: string; browser: boolean }

const defaultProfile = 'default'
const patienceMs = 300_000
/** The id under which the log-in page and the list of apps show this program. */
const client = 'reverie_cli'

/** Logs in by the browser, or with a key, and stores both under the name of a profile. */
export async function loginCommand(config: Config, options: LoginOptions): Promise<void> {
  const url = readAddress(options.url ?? config.REVERIE_URL)
  const name = checkProfileName(options.profile ?? (config.REVERIE_PROFILE || defaultProfile))
  const key = options.key ?? (await askBrowser(url, options.browser))
  await explainRefusals(url, async () => {
    const { org } = await new Reverie({ baseUrl: url, apiKey: key }).session()
    const { profiles } = await readProfiles(config)
    const organization = org.name
    await writeProfiles(config, {
      current: name,
      profiles: { ...profiles, [name]: { url, key, organization } },
    })
    console.log(`Logged in to ${printable(organization)} at ${url}, as profile "${name}".`)
  })
}

/** Opens the log-in page and waits until it sends the browser back with a key. */
async function askBrowser(url: string, opens: boolean): Promise<string> {
  const state = randomBytes(16).toString('hex')
  const answer = Promise.withResolvers<string>()
  const server = await listen(state, answer.resolve)
  const { port } = server.address() as AddressInfo
  const page = pageFor(url, `http://127.0.0.1:${port}/callback?state=${state}`)
  console.error(`Open this page to log in:\n\n  ${page}\n`)
  if (opens) openBrowser(page)
  const timer = setTimeout(
    () => answer.reject(new CommandError('Nobody logged in within five minutes. Run the command again.')),
    patienceMs,
  )
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    server.close()
    server.closeAllConnections()
  }
}

function pageFor(url: string, callback: string): string {
  const page = new URL(`${url.replace(/\/+$/, '')}/auth/connect`)
  const asked = { callback, client, hostname: hostname(), os: platform(), cli_version: productVersion() }
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value)
  return page.href
}

/** Only a browser that came from our page knows the state. */
async function listen(state: string, onKey: (key: string) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const key = searchParams.get('apikey')
    const isOurs = pathname === '/callback' && searchParams.get('state') === state && key !== null
    const text = isOurs ? 'You are logged in. You can close this page.' : 'This is not the page of a log-in.'
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.setHeader('referrer-policy', 'no-referrer')
    response.end(`${text}\n`)
    if (isOurs) onKey(key)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** A machine without a browser is no failure: the address was printed. */
function openBrowser(page: string): void {
  const child = spawn(openers[platform()] ?? 'xdg-open', [page], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

export async function logoutCommand(config: Config, options: { profile?: string }): Promise<void> {
  const { current, profiles } = await readProfiles(config)
  const name = options.profile ?? (config.REVERIE_PROFILE || current)
  if (name === undefined || !profiles[name])
    throw new CommandError('There is no such profile: nothing to log out of.', exitCodes.notFound)
  const { [name]: _, ...others } = profiles
  await writeProfiles(config, { current: current === name ? undefined : current, profiles: others })
  console.log(`Removed profile "${name}" from this machine. To disable its key, open Apps in the console.`)
}

export async function listProfilesCommand(config: Config, options: { json?: boolean }): Promise<void> {
  const { current, profiles } = await readProfiles(config)
  const rows = Object.entries(profiles).map(([name, { url, organization }]) => ({
    name,
    current: name === current ? 'yes' : '',
    organization: organization ?? '',
    url,
  }))
  if (rows.length === 0 && process.stdout.isTTY && !options.json)
    return console.log('There are no profiles. Log in with: reverie login')
  printRows(rows, options)
}

export async function useProfileCommand(config: Config, name: string): Promise<void> {
  const { profiles } = await readProfiles(config)
  if (!profiles[name])
    throw new CommandError(
      `There is no profile "${name}". List them with: reverie profiles list`,
      exitCodes.notFound,
    )
  await writeProfiles(config, { current: name, profiles })
  console.log(`Commands now use profile "${name}".`)
}
