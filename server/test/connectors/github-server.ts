import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Issue = {
  number: number
  title: string
  body: string
  updatedAt: string
  isPull: boolean
  comments: { author: string; body: string; at: string }[]
  /** Moved to this repository and number. */
  movedTo?: [repository: number, number: number]
  isDeleted?: boolean
}
type Discussion = { number: number; title: string; body: string; updatedAt: string; comments: string[] }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** A repository in GitHub, with the parts that the connector reads. */
export class RepositoryDouble {
  readonly id: number
  name: string
  isHidden = false
  hooks = new Map<number, { url: string; secret: string }>()
  mayHook = true
  readonly files = new Map<string, string>()
  readonly commits = new Map<string, Map<string, string>>()
  readonly issues = new Map<number, Issue>()
  readonly discussions = new Map<number, Discussion>()
  head: string | undefined
  readonly #now: () => string

  constructor(id: number, name: string, now: () => string) {
    this.id = id
    this.name = name
    this.#now = now
  }

  commit(changes: Record<string, string | null>): string {
    for (const [path, content] of Object.entries(changes))
      if (content === null) this.files.delete(path)
      else this.files.set(path, content)
    this.head = sha1(`${this.id} ${this.#now()} ${JSON.stringify([...this.files])}`)
    this.commits.set(this.head, new Map(this.files))
    return this.head
  }

  issue(number: number, body: string, isPull = false): Issue {
    const issue = { number, title: `Title ${number}`, body, isPull, comments: [], updatedAt: this.#now() }
    this.issues.set(number, issue)
    return issue
  }

  comment(number: number, body: string, author = 'bob'): void {
    const issue = this.issues.get(number)!
    issue.comments.push({ author, body, at: this.#now() })
    issue.updatedAt = this.#now()
  }

  discussion(number: number, body: string, comments: string[] = []): void {
    this.discussions.set(number, { number, title: `Talk ${number}`, body, comments, updatedAt: this.#now() })
  }
}

/** A server that speaks the parts of GitHub's API that the connector uses, with its own clock, limits and faults. */
export class GithubServer {
  readonly repositories = new Map<number, RepositoryDouble>()
  readonly requests: string[] = []
  readonly statuses: number[] = []
  token = 'good'
  /** Pages are smaller than asked for, so that a few items fill several. */
  maxPerPage = 100
  isTreeTruncated = false
  /** Answers instead of the server, if it returns something. */
  fault: ((path: string) => Answer | 'broken off' | undefined) | undefined
  onRequest: ((path: string) => void) | undefined
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  /** Years behind ours. */
  #clock = Date.UTC(2019, 0)
  url = ''

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  now = (): string => {
    this.#clock += 1_000
    return this.time()
  }

  time(): string {
    return new Date(this.#clock).toISOString().replace('.000Z', 'Z')
  }

  add(id: number, name: string): RepositoryDouble {
    const repository = new RepositoryDouble(id, name, this.now)
    this.repositories.set(id, repository)
    return repository
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const url = new URL(request.url!, this.url)
    this.requests.push(`${request.method} ${url.pathname}${url.search}`)
    this.onRequest?.(url.pathname)
    const fault = this.fault?.(url.pathname)
    const isKnown = request.headers.authorization === `Bearer ${this.token}`
    const answer =
      fault && fault !== 'broken off'
        ? fault
        : isKnown
          ? this.#answer(request, url, body)
          : { status: 401, body: {} }
    this.statuses.push(answer.status)
    const isText = typeof answer.body === 'string'
    const written =
      answer.body === undefined ? '' : isText ? (answer.body as string) : JSON.stringify(answer.body)
    response.writeHead(answer.status, { date: new Date(this.#clock).toUTCString(), ...answer.headers })
    response.end(fault === 'broken off' ? written.slice(0, written.length / 2) : written)
  }

  #answer(request: IncomingMessage, url: URL, body: string): Answer {
    if (url.pathname === '/user') return { status: 200, body: { login: 'ada', email: null } }
    if (url.pathname === '/graphql') return this.#graphql(JSON.parse(body))
    if (url.pathname === '/user/repos')
      return this.#page(
        url,
        [...this.repositories.values()].map(one => this.#describe(one)),
        request,
      )
    const [, byId, byName, rest = ''] =
      /^\/(?:repositories\/(\d+)|repos\/([^/]+\/[^/]+))(?:\/(.*))?$/.exec(url.pathname) ?? []
    const repository = [...this.repositories.values()].find(
      ({ id, name }) => String(id) === byId || name === byName,
    )
    if (!repository || repository.isHidden) return { status: 404, body: { message: 'Not Found' } }
    if (rest === '') return { status: 200, body: this.#describe(repository) }
    const [part, ...more] = rest.split('/')
    if (part === 'commits')
      return repository.head ? { status: 200, body: repository.head } : { status: 409, body: {} }
    if (part === 'git') return this.#git(repository, more, url)
    if (part === 'issues' || part === 'pulls') return this.#issues(repository, part, more, url, request)
    if (part === 'hooks') return this.#hooks(repository, request.method!, more, body)
    return { status: 404, body: { message: 'Not Found' } }
  }

  #describe({ id, name }: RepositoryDouble): object {
    return {
      ...{ id, name: name.split('/')[1], full_name: name, html_url: `https://github.example/${name}` },
      ...{
        default_branch: 'main',
        private: false,
        description: null,
        has_discussions: true,
        updated_at: null,
      },
    }
  }

  #page(url: URL, items: object[], request: IncomingMessage): Answer {
    const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 30), this.maxPerPage)
    const page = Number(url.searchParams.get('page') ?? 1)
    const shown = items.slice((page - 1) * perPage, page * perPage)
    const etag = `"${sha1(JSON.stringify(shown))}"`
    const next = new URL(url)
    next.searchParams.set('page', String(page + 1))
    const link = page * perPage < items.length ? { link: `<${next}>; rel="next", <${next}>; rel="last"` } : {}
    if (request.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
    return { status: 200, body: shown, headers: { etag, ...link } }
  }

  #git({ commits }: RepositoryDouble, [kind, sha]: string[], url: URL): Answer {
    if (kind === 'blobs') {
      const all = [...commits.values()].flatMap(files => [...files.values()])
      const found = all.find(content => sha1(content) === sha)
      return found === undefined ? { status: 404, body: {} } : { status: 200, body: found }
    }
    const [commit = '', folder = ''] = sha!.split('.')
    const files = commits.get(commit)
    if (!files) return { status: 404, body: {} }
    const below = [...files].filter(([path]) => path.startsWith(folder.replaceAll('~', '/')))
    const start = folder.length
    const blob = ([path, content]: [string, string]) => ({
      ...{ path: path.slice(start), type: 'blob', mode: path.endsWith('.link.md') ? '120000' : '100644' },
      ...{ sha: sha1(content), size: content.length },
    })
    const isWhole = url.searchParams.has('recursive')
    if (isWhole && !(this.isTreeTruncated && folder === ''))
      return { status: 200, body: { truncated: false, tree: below.map(blob) } }
    const folders = new Set(
      below
        .map(([path]) => path.slice(start).split('/'))
        .filter(parts => parts.length > 1)
        .map(([name]) => name),
    )
    const trees = [...folders].map(name => ({
      ...{ path: name, type: 'tree', mode: '040000', sha: `${commit}.${folder}${name}~` },
    }))
    const blobs = below.filter(([path]) => !path.slice(start).includes('/')).map(blob)
    return {
      status: 200,
      body: { truncated: isWhole, tree: isWhole ? blobs.slice(0, 1) : [...trees, ...blobs] },
    }
  }

  #issues(
    repository: RepositoryDouble,
    part: string,
    [number, list]: string[],
    url: URL,
    request: IncomingMessage,
  ): Answer {
    if (number === undefined) {
      const since = url.searchParams.get('since') ?? ''
      const listed = [...repository.issues.values()].filter(
        issue => issue.updatedAt >= since && !issue.isDeleted && !issue.movedTo,
      )
      const sorted = listed.toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1))
      return this.#page(
        url,
        sorted.map(issue => this.#show(repository, issue)),
        request,
      )
    }
    const issue = repository.issues.get(Number(number))
    if (!issue) return { status: 404, body: { message: 'Not Found' } }
    if (issue.isDeleted) return { status: 410, body: { message: 'This issue was deleted' } }
    if (issue.movedTo) {
      const [id, moved] = issue.movedTo
      return { status: 301, headers: { location: `/repositories/${id}/issues/${moved}` }, body: {} }
    }
    if (list === undefined) return { status: 200, body: this.#show(repository, issue) }
    if (part === 'pulls') return this.#page(url, [], request)
    const comments = issue.comments.map(({ author, body, at }) => ({
      user: { login: author },
      body,
      created_at: at,
    }))
    return this.#page(url, comments, request)
  }

  #show({ name, id }: RepositoryDouble, { number, title, body, updatedAt, isPull, comments }: Issue): object {
    return {
      ...{ number, title, body, state: 'open', html_url: `https://github.example/${id}/${number}` },
      ...{
        repository_url: `${this.url}/repos/${name}`,
        created_at: '2019-01-01T00:00:00Z',
        updated_at: updatedAt,
      },
      ...{ comments: comments.length, user: { login: 'ada' }, labels: [{ name: 'bug' }], assignees: [] },
      ...(isPull && { pull_request: { merged_at: null } }),
    }
  }

  #hooks(repository: RepositoryDouble, method: string, [id]: string[], body: string): Answer {
    if (!repository.mayHook) return { status: 403, body: { message: 'Resource not accessible' } }
    const show = ([hook, { url }]: [number, { url: string }]) => ({ id: hook, config: { url } })
    if (method === 'GET') return { status: 200, body: [...repository.hooks].map(show) }
    if (method === 'DELETE') return { status: repository.hooks.delete(Number(id)) ? 204 : 404 }
    const { config } = JSON.parse(body)
    const made = id === undefined ? this.#clock++ % 1e9 : Number(id)
    repository.hooks.set(made, { url: config.url, secret: config.secret })
    return { status: 201, body: show([made, config]) }
  }

  #graphql({
    variables,
  }: {
    variables: { owner: string; name: string; number?: number; after: string | null }
  }): Answer {
    const name = `${variables.owner}/${variables.name}`
    const repository = [...this.repositories.values()].find(one => one.name === name)
    const all = [...(repository?.discussions.values() ?? [])]
    const show = ({ comments: _, body: __, ...one }: Discussion) => ({
      ...one,
      url: `https://github.example/d/${one.number}`,
      createdAt: '2019-01-01T00:00:00Z',
      author: { login: 'ada' },
      category: { name: 'General' },
      answer: null,
    })
    const cut = <T>(items: T[]) => {
      const from = Number(variables.after ?? 0)
      const to = from + Math.min(this.maxPerPage, 50)
      return {
        nodes: items.slice(from, to),
        pageInfo: { hasNextPage: to < items.length, endCursor: String(to) },
      }
    }
    if (variables.number === undefined) {
      const sorted = all.toSorted((one, other) => (one.updatedAt > other.updatedAt ? -1 : 1))
      return { status: 200, body: { data: { repository: { discussions: cut(sorted.map(show)) } } } }
    }
    const found = all.find(({ number }) => number === variables.number)
    if (!found) {
      const errors = [{ type: 'NOT_FOUND', message: 'Could not resolve to a Discussion' }]
      return { status: 200, body: { data: { repository: { discussion: null } }, errors } }
    }
    const comments = found.comments.map(body => ({
      ...{ author: { login: 'bob' }, createdAt: '2019-01-02T00:00:00Z', body, replies: { nodes: [] } },
    }))
    const discussion = { ...show(found), body: found.body, comments: cut(comments) }
    return { status: 200, body: { data: { repository: { discussion } } } }
  }
}
