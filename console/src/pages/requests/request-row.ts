import type { RequestLogPage } from '@reverie/sdk'

export type RequestRow = RequestLogPage['requests'][number]
