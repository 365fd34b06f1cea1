import { encodeId } from '../../platform/lib/ids.ts'
import type { ConnectionRow } from './connection-store.ts'

/** The address for events of a connection: it names the organization too, because events come without a key. */
export const eventAddress = (origin: string, { org, id }: Pick<ConnectionRow, 'org' | 'id'>): string =>
  `${origin}/v3/connections/webhook/${encodeId(org)}${encodeId(id)}`
