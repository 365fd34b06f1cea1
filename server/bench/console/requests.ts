/** The requests of the console's pages, as its code sends them. */

export type Asked = { name: string; method: 'GET' | 'POST'; path: string; body?: object }

const get = (name: string, path: string): Asked => ({ name, method: 'GET', path })
const post = (name: string, path: string, body: object): Asked => ({ name, method: 'POST', path, body })

const page = { limit: 100, page: 1, order: 'desc', sort: 'createdAt' }
const where = (value: string) => ({ filters: { AND: [{ key: 'topic', value }] } })
const documents = (name: string, body: object) =>
  post(`documents: ${name}`, '/v3/documents/list', { ...page, ...body })
const facets = (name: string, body: object) => post(`facets: ${name}`, '/v3/documents/documents/facets', body)
const processing = (name: string, query: string) =>
  get(`processing: ${name}`, `/v3/documents/processing?${query}`)
const memories = (name: string, body: object) =>
  post(`memories: ${name}`, '/v4/memories/list', { ...page, ...body })
const requests = (name: string, query: string) => get(`requests: ${name}`, `/v3/analytics/requests?${query}`)

/** `tags`: the containers, the largest first. `memory` and `document` are in the largest. */
export function consoleRequests(
  tags: readonly string[],
  { memory, document }: { memory: string; document: string },
): Asked[] {
  const containerTag = tags[0]!
  const graph = (name: string, body: object) =>
    post(`graph: ${name}`, '/v3/graph', { containerTag, depth: 2, ...body })
  return [
    get('session', '/v3/session'),
    get('overview', '/v3/overview'),
    get('containers', '/v3/container-tags/list?page=1&limit=1000'),
    documents('all', {}),
    documents('page 100', { page: 100 }),
    documents('oldest first', { order: 'asc' }),
    documents('of a container', { containerTag }),
    documents('failed', { statuses: ['failed'] }),
    documents('of a frequent type', { categories: ['text'] }),
    documents('page 100 of a frequent type', { categories: ['text'], page: 100 }),
    documents('of a rare type', { categories: ['audio'] }),
    documents('of a rare source', { sources: ['import'] }),
    documents('of a type and a source', { categories: ['image'], sources: ['upload'] }),
    documents('of a rare type in a container', { categories: ['audio'], containerTag }),
    documents('below a path', { filepath: '/notes/7/' }),
    documents('with metadata', where('topic_9')),
    documents('with metadata and a type', { ...where('topic_9'), categories: ['text'] }),
    facets('all', {}),
    facets('of a container', { containerTag }),
    facets('unfinished', {
      statuses: ['queued', 'extracting', 'chunking', 'embedding', 'indexing', 'failed'],
    }),
    facets('of a type', { categories: ['pdf'] }),
    facets('below a path', { filepath: '/notes/7/' }),
    facets('with metadata', where('topic_9')),
    processing('counts', 'view=pending&limit=1'),
    processing('waiting', 'view=pending&statuses=queued&limit=100'),
    processing('failed', 'view=all&statuses=failed&limit=100'),
    processing('with a code', 'view=all&statuses=failed&codes=extract.encrypted&limit=100'),
    processing('dreaming', 'view=dreaming&limit=100'),
    get('a document', `/v3/documents/${document}`),
    get('attempts of a document', `/v3/documents/${document}/attempts`),
    memories('of a container', { containerTags: [containerTag] }),
    memories('page 100', { containerTags: [containerTag], page: 100 }),
    memories('of 100 containers', { containerTags: tags.slice(0, 100) }),
    memories('with forgotten ones', {
      containerTags: [containerTag],
      limit: 500,
      include: { forgottenMemories: true },
    }),
    memories('with metadata', { containerTags: [containerTag], ...where('topic_5') }),
    get('memories: inferred', `/v3/container-tags/${containerTag}/inferred`),
    get('a memory', `/v4/memories/${memory}`),
    graph('of a container', {}),
    graph('of 5,000 nodes', { maxNodes: 5_000, maxEdges: 10_000 }),
    graph('around a memory', { of: { kind: 'memory', id: memory } }),
    graph('around a document', { of: { kind: 'document', id: document } }),
    graph('around an entity', { of: { kind: 'entity', id: 'user' } }),
    post('profile', '/v4/profile', { containerTag }),
    get('usage', '/v3/analytics/usage?period=30d'),
    get('errors', '/v3/analytics/errors?period=30d'),
    get('latency', '/v3/analytics/latency'),
    get('spending', '/v3/analytics/spending?days=30'),
    requests('latest', 'limit=50'),
    requests('failed', 'limit=50&status=5xx'),
    requests('of a key', 'limit=50&keyId=key7'),
    requests('of a key that made none', 'limit=50&keyId=nobody'),
    get('keys', '/v3/auth/keys'),
    get('apps', '/v3/oauth/grants'),
    get('settings', '/v3/settings'),
    get('members', '/v3/members'),
    get('audit', '/v3/audit?limit=50'),
  ]
}
