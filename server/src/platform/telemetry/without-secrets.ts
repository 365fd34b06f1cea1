const longest = 2_000

const scheme = String.raw`\b[a-z][a-z0-9+.-]{1,20}:\/\/`
const credentials = new RegExp(`(${scheme})[^\\s/?#@'"]+@`, 'gi')
const queries = new RegExp(`(${scheme}[^\\s?#'"]*)[?#][^\\s'"]*`, 'gi')
const keys = /\b(sm_|sk-|bearer\s+|basic\s+)[\w.~+/=-]{8,}/gi
/** V8 quotes the text that it could not parse. */
const badJson = /Unexpected [^\n]{0,60}?, .*? is not valid JSON/gs

/**
 * A message for the log, without what may be a secret or somebody's text. We did not write most messages: `fetch` repeats an
 * address with its password, and `JSON.parse` the beginning of the text.
 */
export function withoutSecrets(message: string): string {
  return message
    .slice(0, longest)
    .replace(credentials, '$1***@')
    .replace(queries, '$1?***')
    .replace(keys, '$1***')
    .replace(badJson, 'The text is not valid JSON')
}
