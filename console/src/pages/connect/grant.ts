import type { AppRequest, ConnectedApp } from '@reverie/sdk'
import { reverie } from '../../data/client.ts'
import { type ConnectRequest, withKeys } from './connect-request.ts'

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
