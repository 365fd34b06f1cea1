import { decodeId, nilUuid } from '../../platform/lib/ids.ts'

const prefix = 'evt_'

/** The uuid of a message id. An id that we did not make is the id of nothing. */
export const readEventId = (id: string): string =>
  (id.startsWith(prefix) ? decodeId(id.slice(prefix.length)) : undefined) ?? nilUuid
