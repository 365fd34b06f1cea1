import type { AppRequest, ConnectedApp } from '@reverie/sdk'
import { reverie } from '../../data/client.ts'
import type { ConnectRequest } from './connect-request.ts'

export type Terms = Pick<AppRequest, 'containerTag' | 'expiresInDays'>

/** Makes a key for each plugin and returns the address to send the browser to. */
export async function grant({ clients, isList, callback }: ConnectRequest, terms: Terms): Promise<string> {
  const granted: [string, ConnectedApp][] = []
  for (const client of clients)
    granted.push([client, await reverie.apps.connect({ client, callback: callback.href, ...terms })])
  const [[, first]] = granted as [[string, ConnectedApp]]
  if (!isList) return first.redirectTo
  return withKeys(callback, {
    keys: Object.fromEntries(granted.map(([client, { key }]) => [client, key])),
    apiUrl: new URL(first.redirectTo).searchParams.get('api_url'),
  })
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
