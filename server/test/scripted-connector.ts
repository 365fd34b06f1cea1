import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Change, Connector, Source } from '../src/platform/connectors/connector.ts'

/**
 * A connector for `scripted-source.ts`. It is written as an operator would write one of their own: it imports nothing of the
 * server at run time, and its errors are known by their codes.
 */

class Fault extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const settings = z.object({
  url: z.url().describe('Address of the source.'),
  pageSize: z.int().min(1).max(100).default(10).describe('Items per page.'),
})
type Settings = z.output<typeof settings>

const credentials = z.object({ token: z.string().min(1).describe('Token of the source.') })
type Credentials = z.output<typeof credentials>

const checkpoint = z.object({ since: z.int() })
type Checkpoint = z.output<typeof checkpoint>

type Listed = {
  id: string
  version?: string
  title?: string
  path?: string
  container?: string
  contentKey?: string
  deleted?: true
  failed?: 'item_unreadable' | 'item_too_large' | 'item_forbidden' | 'item_gone' | 'item_unsupported'
}

type Of<C> = Source<Settings, C>

async function ask<C>(
  source: Of<C>,
  path: string,
  options: { method?: string; allow?: number[]; body?: string } = {},
) {
  const token = (await source.accessToken?.()) ?? (source.credentials as Credentials | undefined)?.token
  return source.http.request(`${source.settings.url}${path}`, {
    ...options,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

function toChange<C>(source: Of<C>, listed: Listed): Change {
  const { id: externalId, deleted, failed } = listed
  if (deleted) return { kind: 'deleted', externalId }
  if (failed)
    return { kind: 'failed', externalId, code: failed, message: 'The source says that it is broken' }
  return {
    kind: 'upsert',
    item: {
      externalId,
      version: listed.version ?? '',
      ...(listed.title !== undefined && { title: listed.title }),
      url: `${source.settings.url}/items/${encodeURIComponent(externalId)}`,
      updatedAt: new Date('2026-05-14T09:30:00Z'),
      metadata: { path: listed.path ?? `/${externalId}`, labels: ['scripted'] },
      ...(listed.container !== undefined && { containerTag: listed.container }),
      ...(listed.contentKey !== undefined && { contentKey: listed.contentKey }),
      read: () => read(source, externalId),
    },
  }
}

async function read<C>(source: Of<C>, id: string) {
  const answer = await ask(source, `/items/${encodeURIComponent(id)}`, { allow: [404, 403] })
  if (answer.status === 404) throw new Fault('item_gone', 'The item is gone')
  if (answer.status === 403) throw new Fault('item_forbidden', 'The item may not be read')
  const mimeType = answer.headers.get('content-type') ?? 'text/plain'
  if (mimeType.startsWith('text/plain')) return { kind: 'text' as const, text: await answer.text() }
  return { kind: 'file' as const, bytes: await answer.bytes(), fileName: id, mimeType }
}

/** What every variant shares: a log of changes with a number each, single items, resources, and signed events. */
function common<C>() {
  return {
    async check(source: Of<C>) {
      const { account } = (await (await ask(source, '/check')).json()) as { account: string }
      return { account }
    },
    async resources(
      source: Of<C>,
      { page, perPage, parent }: { page: number; perPage: number; parent?: string | undefined },
    ) {
      const query = new URLSearchParams({
        page: `${page}`,
        per_page: `${perPage}`,
        ...(parent && { parent }),
      })
      return (await (await ask(source, `/resources?${query}`)).json()) as {
        resources: { id: string; name: string }[]
        total: number
      }
    },
    async *pull(source: Of<C>, from: Checkpoint | undefined) {
      for (let since = from?.since ?? 0; ; ) {
        const query = new URLSearchParams({ since: `${since}`, limit: `${source.settings.pageSize}` })
        for (const id of source.chosen ?? []) query.append('in', id)
        const answer = await ask(source, `/changes?${query}`, { allow: [410] })
        if (answer.status === 410) throw new Fault('checkpoint_expired', 'The source has forgotten its log')
        const { changes, next, more, total } = (await answer.json()) as {
          changes: Listed[]
          next: number
          more: boolean
          total: number
        }
        since = next
        yield {
          changes: changes.map(listed => toChange(source, listed)),
          checkpoint: { since },
          progress: { seen: since, total },
        }
        if (!more) return
      }
    },
    async *fetch(source: Of<C>, ids: string[]): AsyncGenerator<Change> {
      for (const id of ids) {
        const answer = await ask(source, `/look/${encodeURIComponent(id)}`, { allow: [404] })
        if (answer.status === 404) yield { kind: 'deleted', externalId: id }
        else yield toChange(source, (await answer.json()) as Listed)
      }
    },
  }
}

const description = {
  title: 'Scripted source',
  summary: 'A source for tests.',
  settings,
  checkpoint,
  everyMinutes: 60,
} as const

/** Reports deletions itself, has a token and sends signed events. */
export const scripted: Connector<Settings, Credentials, Checkpoint> = {
  describe: { ...description, provider: 'scripted', credentials: { kind: 'secret', fields: credentials } },
  ...common<Credentials>(),
  async webhook(source, { headers, body, query }) {
    const challenge = query.get('challenge')
    if (challenge !== null) return { changed: [], response: { status: 200, body: challenge } }
    const secret = source.subscription?.secret ?? source.credentials.token
    const expected = createHmac('sha256', secret).update(body).digest()
    const given = Buffer.from(headers.get('x-signature') ?? '', 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Fault('webhook_refused', 'The signature is wrong')
    const { ids } = JSON.parse(Buffer.from(body).toString()) as { ids?: string[] }
    return { changed: ids ?? 'everything' }
  },
  async subscribe(source, callback) {
    const answer = await ask(source, '/hooks', { method: 'PUT', body: callback })
    return (await answer.json()) as { id: string; secret: string }
  },
  async close(source) {
    if (source.subscription)
      await ask(source, `/hooks/${source.subscription.id}`, { method: 'DELETE', allow: [404] })
  },
}

/** Lists what is there, and says nothing of what is gone. */
export const scriptedListing: Connector<Settings, undefined, Checkpoint> = {
  describe: { ...description, provider: 'scripted-listing', credentials: { kind: 'none' } },
  ...common<undefined>(),
  async *pull(source, from) {
    for await (const batch of common<undefined>().pull(source, from))
      yield { ...batch, changes: batch.changes.filter(({ kind }) => kind !== 'deleted') }
  },
  async *ids(source) {
    const { ids } = (await (await ask(source, '/ids')).json()) as { ids: string[] }
    for (let at = 0; at < ids.length; at += 7) yield ids.slice(at, at + 7)
  },
}

/** The same by an authorization at `scripted-source.ts`, which is its own provider. */
export function scriptedOAuth(
  url: string,
  provider = 'google-drive',
): Connector<Settings, undefined, Checkpoint> {
  return {
    describe: {
      ...description,
      provider,
      credentials: {
        kind: 'oauth',
        authorizeUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        revokeUrl: `${url}/revoke`,
        scopes: ['read', 'list'],
        extra: { access_type: 'offline' },
      },
    },
    ...common<undefined>(),
  }
}

export default scripted
