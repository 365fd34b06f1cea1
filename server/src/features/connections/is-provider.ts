import type { ConnectionsApp } from './connections-app.ts'
import { contractProviders } from './schema.ts'

/** Whether the parameter of a path names a provider, and not the id of a connection. */
export async function isProvider(
  { sources }: Pick<ConnectionsApp, 'sources'>,
  text: string,
): Promise<boolean> {
  return contractProviders.some(name => name === text) || (await sources.connectors.names()).includes(text)
}
