/** The kinds of operation that analytics count. A route that names none counts as `request`. */
export const operations = [
  'add',
  'update',
  'delete',
  'get',
  'list',
  'search',
  'search_v4',
  'profile',
  'memory',
  'chat',
  'router',
  'request',
] as const
export type Operation = (typeof operations)[number]

/** The tokens of one request, for analytics. Handlers add the tokens of the text that they receive and return. */
export type Usage = {
  tokensIn: number
  tokensOut: number
  /** The document that the request added, for the log. */
  documentId?: string
  /** Further operations of kind `memory` that the request is billed for. */
  dreams?: number
}
