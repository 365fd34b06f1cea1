import type { ConnectView } from '../../data/view.ts'

/** Plugins that open this page, by the ids that they send. */
const names: Record<string, string> = {
  claude_code: 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  opencode: 'OpenCode',
  openclaw: 'OpenClaw',
  hermes: 'Hermes',
  reverie_cli: 'Reverie CLI',
}

export const isKnown = (client: string) => client in names
export const clientName = (client: string) => names[client] ?? client

export type ConnectRequest = {
  clients: string[]
  /** A plugin that names several clients gets their keys as one value. */
  isList: boolean
  callback: URL
}

/** What a plugin asks for, or why it cannot be granted. */
export function readRequest({
  callback,
  client,
  clients,
}: ConnectView): ConnectRequest | { refusal: string } {
  const named = (clients ?? client ?? '').split(',').flatMap(id => id.trim() || [])
  if (!callback || named.length === 0)
    return {
      refusal:
        'A plugin opens this page when it wants access. The address lacks the plugin’s name or callback.',
    }
  if (!URL.canParse(callback)) return { refusal: 'The callback of the plugin is not an address.' }
  const url = new URL(callback)
  if (!isLoopback(url))
    return {
      refusal: `The plugin wants the key sent to ${url.host}. Keys are only sent to a program on this computer, because anybody could be at another address.`,
    }
  return { clients: [...new Set(named)], isList: clients !== undefined, callback: url }
}

/** The server refuses other callbacks too; here the reason is said before anybody agrees. */
export function isLoopback({ protocol, hostname, username, password }: URL): boolean {
  const isOwn = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'http:' && isOwn && username === '' && password === ''
}

/** The callback with several keys as base64url of JSON. Its own parameters, such as `state`, stay. */
export function withKeys(
  callback: URL,
  { keys, apiUrl }: { keys: Record<string, string>; apiUrl: string | null },
): string {
  const url = new URL(callback)
  const text = btoa(JSON.stringify(keys)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  url.searchParams.set('keys', text)
  if (apiUrl) url.searchParams.set('api_url', apiUrl)
  return url.href
}
