import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  ItemError,
  SourceError,
  type Subscription,
  type WebhookAnswer,
  type WebhookEvent,
} from '../connector.ts'
import { asList, GithubApi, parse } from './api.ts'
import { openRepositories } from './repositories.ts'
import type { GithubSource } from './settings.ts'

const events = [
  ...['push', 'issues', 'issue_comment', 'discussion', 'discussion_comment', 'repository'],
  ...['pull_request', 'pull_request_review', 'pull_request_review_comment'],
]

const payloadJson = z.object({
  ref: z.string().optional(),
  repository: z
    .object({ id: z.int(), full_name: z.string(), default_branch: z.string().optional() })
    .optional(),
  issue: z.object({ number: z.int() }).optional(),
  pull_request: z.object({ number: z.int() }).optional(),
  discussion: z.object({ number: z.int() }).optional(),
})
type Payload = z.infer<typeof payloadJson>

const nothing: WebhookAnswer = { changed: [] }

/**
 * The items that an event is about. An event only says where to look: what is stored is what GitHub then answers, so events that are
 * doubled, late or out of order do no harm.
 */
export function readEvent(source: GithubSource, { headers, body }: WebhookEvent): WebhookAnswer {
  verify(source, headers.get('x-hub-signature-256'), body)
  const payload = readPayload(headers.get('content-type') ?? '', body)
  if (!payload?.repository || !isOurs(source, payload.repository)) return nothing
  const { repository, ref, issue, pull_request, discussion } = payload
  const event = headers.get('x-github-event')
  if (event === 'push')
    return ref === `refs/heads/${repository.default_branch}` ? { changed: 'everything' } : nothing
  if (event === 'repository') return { changed: 'everything' }
  if (!event || !events.includes(event)) return nothing
  const number = issue?.number ?? pull_request?.number
  if (number !== undefined) return { changed: [`${repository.id}/issues/${number}`] }
  return discussion ? { changed: [`${repository.id}/discussions/${discussion.number}`] } : nothing
}

/** HMAC-SHA256 of the body as it arrived. The time of the comparison says nothing about the secret. */
function verify(
  { subscription, credentials }: GithubSource,
  signature: string | null,
  body: Uint8Array,
): void {
  const secrets = [subscription?.secret, credentials?.webhookSecret].filter(secret => !!secret) as string[]
  const given = Buffer.from(signature ?? '')
  const isSigned = secrets.some(secret => {
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new SourceError('webhook_refused', 'The signature of the event is wrong.')
}

/** JSON, or JSON in a form, which is GitHub's default for webhooks that people register. */
function readPayload(contentType: string, body: Uint8Array): Payload | undefined {
  const text = Buffer.from(body).toString()
  const json = contentType.startsWith('application/x-www-form-urlencoded')
    ? (new URLSearchParams(text).get('payload') ?? '')
    : text
  try {
    return payloadJson.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

function isOurs(
  { chosen, settings }: GithubSource,
  { id, full_name }: NonNullable<Payload['repository']>,
): boolean {
  const names = settings.repositories.map(name => name.toLowerCase())
  return (chosen?.includes(String(id)) ?? false) || names.includes(full_name.toLowerCase())
}

const hookJson = z.object({ id: z.int(), config: z.object({ url: z.string().optional() }) })

/** Registers a webhook at each repository that has none yet. Repositories that refuse it are polled only. */
export async function subscribe(source: GithubSource, callback: string): Promise<Subscription | undefined> {
  const api = new GithubApi(source)
  const found = await openRepositories(source, api)
  const { secret = randomBytes(32).toString('hex'), details = {} } = source.subscription ?? {}
  const hooks: Record<string, string> = {}
  for (const { id } of found) {
    const hook = details.callback === callback ? details[id] : undefined
    const made = hook ?? (await registerHook(api, id, callback, secret))
    if (made) hooks[id] = made
  }
  await removeHooks(
    api,
    Object.fromEntries(Object.entries(details).filter(([id, hook]) => hooks[id] !== hook)),
  )
  return Object.keys(hooks).length > 0 ? { id: 'github', secret, details: { ...hooks, callback } } : undefined
}

/** A webhook with our address is left from a run that was killed before it could note it: it gets the new secret. */
async function registerHook(
  api: GithubApi,
  id: number,
  callback: string,
  secret: string,
): Promise<string | undefined> {
  const config = { url: callback, content_type: 'json', secret, insecure_ssl: '0' }
  const path = `/repositories/${id}/hooks`
  try {
    const listed = asList((await api.ask(`${path}?per_page=100`)).body).map(hook => parse(hookJson, hook))
    const same = listed.find(hook => hook.config.url === callback)
    const body = { name: 'web', active: true, events, config }
    const { body: made } = same
      ? await api.ask(`${path}/${same.id}`, { method: 'PATCH', body })
      : await api.ask(path, { method: 'POST', body })
    return String(parse(hookJson, made).id)
  } catch (error) {
    const isRefused =
      error instanceof ItemError || (error instanceof SourceError && error.code === 'settings_invalid')
    if (isRefused) return undefined
    throw error
  }
}

export async function unsubscribe(source: GithubSource): Promise<void> {
  await removeHooks(new GithubApi(source), source.subscription?.details ?? {})
}

async function removeHooks(api: GithubApi, { callback: _, ...hooks }: Record<string, string>): Promise<void> {
  for (const [id, hook] of Object.entries(hooks))
    await api.ask(`/repositories/${id}/hooks/${hook}`, { method: 'DELETE', allow: [403, 404] })
}
