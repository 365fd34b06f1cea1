/** Plugins and agents that open the log-in page, by the ids that they send. Others are named by their id. */
const names: Record<string, string> = {
  claude_code: 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  opencode: 'OpenCode',
  openclaw: 'OpenClaw',
  hermes: 'Hermes',
  reverie_cli: 'Reverie CLI',
}

export const clientPattern = /^[a-z0-9][a-z0-9_-]{0,39}$/

export const clientName = (client: string): string => names[client] ?? client

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** True for an address on the caller's own machine. Any other could be a stranger's, who would receive the key. */
export function isLoopbackCallback(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'http:' && loopback.test(hostname) && username === '' && password === ''
}

/** The callback with the key and the address of the API. Other parameters, such as `state`, stay. */
export function withKey(callback: string, { key, apiUrl }: { key: string; apiUrl: string }): string {
  const url = new URL(callback)
  url.searchParams.set('apikey', key)
  url.searchParams.set('api_url', apiUrl)
  return url.href
}
