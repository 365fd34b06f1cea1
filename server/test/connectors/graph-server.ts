import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { DriveDouble, type ItemDouble } from './graph-drive.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Site = { id: string; name: string; drives: DriveDouble[]; isFollowed: boolean; isHidden?: boolean }
type SubscriptionDouble = {
  id: string
  resource: string
  notificationUrl: string
  clientState: string
  expirationDateTime: string
}

const minuteMs = 60_000
const longestMs = 42_300 * minuteMs

/** A server that speaks the parts of Microsoft Graph that the connector uses, with its own clock, and its authorization server. */
export class GraphServer {
  readonly drives = new Map<string, DriveDouble>()
  readonly sites: Site[] = []
  readonly subscriptions = new Map<string, SubscriptionDouble>()
  /** Each request to Graph, as `GET /me`. */
  readonly requests: string[] = []
  /** Each request to the host of downloads, with the token that should not be there. */
  readonly downloads: { path: string; authorization: string | undefined }[] = []
  /** Each request to the authorization server, with its form. */
  readonly grants: { path: string; form: Record<string, string> }[] = []
  readonly tokens = new Set(['good'])
  pageSize = 200
  /** Names every item of a page of changes twice, first with an old name. */
  doubles = false
  /** Status of the host of downloads. */
  downloadStatus = 200
  clock = Date.parse('2026-11-18T12:00:00Z')
  /** Answers instead of the server, if it returns something. */
  fault: ((path: string) => Answer | 'broken off' | undefined) | undefined
  onRequest: ((path: string) => void) | undefined
  /** Asks the address of a new subscription, as Graph does. Returns what it answers. */
  validate: ((url: string) => Promise<string>) | undefined
  readonly #graph = createServer((request, response) => void this.#serve(request, response))
  readonly #files = createServer((request, response) => this.#download(request, response))
  url = ''
  filesUrl = ''

  async start(): Promise<void> {
    this.url = await listen(this.#graph)
    this.filesUrl = await listen(this.#files)
  }

  async close(): Promise<void> {
    await Promise.all([this.#graph, this.#files].map(end))
  }

  /** The first one is the user's own. */
  drive(id: string, name = 'OneDrive'): DriveDouble {
    const drive = new DriveDouble(id, name)
    this.drives.set(id, drive)
    return drive
  }

  site(name: string, drives: DriveDouble[], isFollowed = false): Site {
    const site = { id: `contoso.example,${name},0`, name, drives, isFollowed }
    this.sites.push(site)
    return site
  }

  count(part: string): number {
    return this.requests.filter(each => each.includes(part)).length
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const url = new URL(request.url!, this.url)
    const path = decodeURIComponent(url.pathname).replace(/^\/v1\.0/, '')
    const isGrant = path.includes('/oauth2/')
    if (!isGrant) this.requests.push(`${request.method} ${path}`)
    this.onRequest?.(path)
    const fault = isGrant ? undefined : this.fault?.(path)
    const isKnown = this.tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
    const answer = isGrant
      ? this.#grant(path, body)
      : fault && fault !== 'broken off'
        ? fault
        : isKnown
          ? await this.#answer(request.method!, path, url.searchParams, body)
          : refusal(401, 'InvalidAuthenticationToken')
    const written = answer.body === undefined ? '' : JSON.stringify(answer.body)
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(fault === 'broken off' ? written.slice(0, written.length / 2) : written)
  }

  async #answer(method: string, path: string, query: URLSearchParams, body: string): Promise<Answer> {
    const [, first, second = '', third, fourth, fifth] = path.split('/')
    if (first === 'subscriptions') return this.#subscription(method, second, body)
    if (path === '/me') return ok({ mail: 'ada@contoso.example', userPrincipalName: 'ada@contoso.example' })
    const [own] = this.drives.values()
    if (path === '/me/drive') return ok(describe(own!))
    if (path === '/me/drives') return this.#page(path, query, [describe(own!)])
    const sites = this.sites.filter(site => !site.isHidden)
    if (path === '/me/followedSites')
      return this.#page(path, query, sites.filter(({ isFollowed }) => isFollowed).map(describeSite))
    if (path === '/sites') return this.#page(path, query, sites.map(describeSite))
    if (first === 'sites') {
      const site = sites.find(({ id }) => id === second)
      if (!site) return refusal(404, 'itemNotFound')
      if (third === undefined) return ok(describeSite(site))
      return this.#page(path, query, third === 'drives' ? site.drives.map(describe) : [])
    }
    const drive = this.drives.get(second)
    if (first !== 'drives' || !drive || drive.isHidden) return refusal(404, 'itemNotFound')
    if (third === undefined) return ok(describe(drive))
    if (third === 'root' && fourth === 'delta') return this.#delta(drive, query)
    const item = drive.items.get(third === 'root' ? drive.top : (fourth ?? ''))
    if (!item || item.isDeleted) return refusal(404, 'itemNotFound')
    const part = third === 'root' ? fourth : fifth
    if (part === 'children')
      return this.#page(
        path,
        query,
        drive.childrenOf(item.id).map(child => this.#show(drive, child, true)),
      )
    if (part === 'content') return this.#redirect(drive, item)
    return ok(this.#show(drive, item, true))
  }

  #delta(drive: DriveDouble, query: URLSearchParams): Answer {
    const [since = 0, until = drive.log.length, from = 0] = (query.get('token') ?? '0').split('.').map(Number)
    const link = (token: string) => `${this.url}/v1.0/drives/${drive.id}/root/delta?token=${token}`
    if (since < drive.oldest && since > 0)
      return {
        ...refusal(410, 'resyncChangesApplyDifferences'),
        headers: { location: link('0') },
      }
    const changed = drive.changed(since, until)
    const to = from + this.pageSize
    const shown = changed.slice(from, to).map(item => this.#show(drive, item, false))
    const old = this.doubles
      ? shown.map(item => ({ ...item, ...('name' in item && { name: 'old.txt' }) }))
      : []
    const value = [...old, ...shown]
    return to < changed.length
      ? ok({ value, '@odata.nextLink': link(`${since}.${until}.${to}`) })
      : ok({ value, '@odata.deltaLink': link(String(until)) })
  }

  /** The feed of changes names neither paths nor, of what was deleted, names. */
  #show(drive: DriveDouble, item: ItemDouble, isWhole: boolean): object {
    const { id, name, parent, text: content, version } = item
    const time = new Date(this.clock).toISOString()
    const parentReference = {
      driveId: drive.id,
      id: item.isDeleted ? drive.top : parent,
      ...(isWhole && parent !== undefined && { path: `/drives/${drive.id}/root:` }),
    }
    if (item.isDeleted) return { id, deleted: { state: 'deleted' }, parentReference }
    return {
      ...{ id, name, eTag: `"{${id}},${version}"`, createdDateTime: time, lastModifiedDateTime: time },
      ...{
        size: item.size ?? content?.length ?? 0,
        webUrl: `https://contoso.example/${id}`,
        parentReference,
      },
      createdBy: { user: { displayName: 'Ada' } },
      ...(parent === undefined && { root: {} }),
      ...(item.isPackage && { package: { type: 'oneNote' } }),
      ...(content === undefined &&
        !item.isPackage && { folder: { childCount: drive.childrenOf(id).length } }),
      ...(content !== undefined && { file: { mimeType: 'text/plain' } }),
      ...(item.hasMalware && { malware: {} }),
    }
  }

  #redirect(drive: DriveDouble, { id, refusal: status }: ItemDouble): Answer {
    if (status !== undefined) return refusal(status, 'refused')
    return { status: 302, headers: { location: `${this.filesUrl}/${drive.id}/${id}?tempauth=x` } }
  }

  #download(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url!
    this.downloads.push({ path, authorization: request.headers.authorization })
    const [, drive = '', id = ''] = path.split(/[/?]/)
    response.writeHead(this.downloadStatus, { 'content-type': 'application/octet-stream' })
    response.end(this.downloadStatus === 200 ? this.drives.get(drive)?.items.get(id)?.text : 'refused')
  }

  #page(path: string, query: URLSearchParams, all: object[]): Answer {
    const from = Number(query.get('$skiptoken') ?? 0)
    const to = from + this.pageSize
    const next = `${this.url}/v1.0${encodeURI(path)}?$skiptoken=${to}`
    return ok({ value: all.slice(from, to), ...(to < all.length && { '@odata.nextLink': next }) })
  }

  async #subscription(method: string, id: string, body: string): Promise<Answer> {
    if (method === 'GET') return ok({ value: [...this.subscriptions.values()] })
    if (method === 'DELETE') return { status: this.subscriptions.delete(id) ? 204 : 404 }
    const given = JSON.parse(body)
    const left = Date.parse(given.expirationDateTime) - this.clock
    if (left > longestMs || left < 0) return refusal(400, 'ExtensionError')
    if (method === 'PATCH') {
      const known = this.subscriptions.get(id)
      if (!known) return refusal(404, 'ResourceNotFound')
      known.expirationDateTime = given.expirationDateTime
      return ok(known)
    }
    const token = randomBytes(6).toString('hex')
    const url = `${given.notificationUrl}?validationToken=${token}`
    if (this.validate && (await this.validate(url)) !== token) return refusal(400, 'InvalidRequest')
    const made = { id: `sub-${randomBytes(4).toString('hex')}`, ...given }
    this.subscriptions.set(made.id, made)
    return { status: 201, body: made }
  }

  #grant(path: string, body: string): Answer {
    this.grants.push({ path, form: Object.fromEntries(new URLSearchParams(body)) })
    const token = `access-${this.grants.length}`
    this.tokens.add(token)
    return ok({ access_token: token, refresh_token: `refresh-${this.grants.length}`, expires_in: 3_600 })
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const refusal = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: code } },
})
const describe = ({ id, name }: DriveDouble) => ({ id, name, driveType: 'business' })
const describeSite = ({ id, name }: Site) => ({
  id,
  displayName: name,
  webUrl: `https://contoso.example/${name}`,
})

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
