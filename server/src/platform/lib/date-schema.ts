import { z } from 'zod'
import { dateExample } from './wire-scalars.ts'

const expected = 'must be YYYY-MM-DD or an ISO 8601 time, for example 2026-05-31 or 2026-05-31T09:30:00Z'

/** A time without an offset is UTC. As local time, it would depend on the server's time zone. */
const toDate = (text: string) => new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text)

/** A date or a time in a request. */
export const dateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: expected })
  .transform(toDate)
  .meta({ description: '`YYYY-MM-DD` or ISO 8601.', example: dateExample })
