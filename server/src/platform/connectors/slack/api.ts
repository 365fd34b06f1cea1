import { z } from 'zod'
import { ItemError, type ItemErrorCode, SourceError } from '../connector.ts'
import { checkForm, readAnswer } from '../read-answer.ts'
import type { SlackSource } from './settings.ts'

const base = 'https://slack.com/api'
/** 1,000 members with long profiles are some megabytes. */
const maxAnswerBytes = 16_000_000
const maxPages = 1_000

const outcome = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
})

/** Slack refuses one conversation, thread or person, and serves the others. */
export class SlackRefusal extends ItemError {
  readonly reason: string

  constructor(reason: string, code: ItemErrorCode, message: string) {
    super(code, message)
    this.reason = reason
  }
}

const expired = new Set([
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'],
])
const refused: Record<string, [ItemErrorCode, string]> = {
  channel_not_found: [
    'item_gone',
    'Slack does not show the conversation: it was deleted, or the app is not in it.',
  ],
  thread_not_found: ['item_gone', 'Slack no longer has the thread.'],
  message_not_found: ['item_gone', 'Slack no longer has the message.'],
  user_not_found: ['item_gone', 'Slack does not know the person.'],
  user_not_visible: ['item_forbidden', 'Slack does not show the person.'],
  not_in_channel: ['item_forbidden', 'The app is not in the conversation. Invite it there.'],
  access_denied: ['item_forbidden', 'The app may not read the conversation.'],
  team_access_not_granted: ['item_forbidden', 'The app may not read this workspace.'],
}
/** Slack's own faults, which pass. */
const passing = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])

/** Slack's Web API, read only. It answers 200 also when it refuses. */
export class SlackApi {
  readonly #source: SlackSource

  constructor(source: SlackSource) {
    this.#source = source
  }

  async call<T>(method: string, query: Record<string, string | undefined>, schema: z.ZodType<T>): Promise<T> {
    return (await this.callWithScopes(method, query, schema)).answer
  }

  /** Also returns the scopes of the token. Undefined: Slack does not say. */
  async callWithScopes<T>(
    method: string,
    query: Record<string, string | undefined>,
    schema: z.ZodType<T>,
  ): Promise<{ answer: T; scopes: string[] | undefined }> {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const { http, credentials } = this.#source
    const answer = await http.request(`${base}/${method}?${new URLSearchParams(given)}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${credentials.token}` },
      maxBytes: maxAnswerBytes,
    })
    const read = await readAnswer('Slack', answer, outcome)
    if (!read.ok) throw explain(method, read)
    const scopes = answer.headers.get('x-oauth-scopes')?.split(/[\s,]+/)
    return { answer: checkForm('Slack', read, schema), scopes }
  }

  /** All pages of a list, each by the cursor that the one before named. */
  async *pages<T>(
    method: string,
    query: Record<string, string | undefined>,
    schema: z.ZodType<T>,
  ): AsyncGenerator<T, void> {
    let cursor: string | undefined
    for (let pages = 0; pages < maxPages; pages++) {
      const answer = await this.call(method, { ...query, cursor }, z.unknown())
      const { has_more, response_metadata } = checkForm('Slack', answer, ending)
      yield checkForm('Slack', answer, schema)
      const next = response_metadata?.next_cursor || undefined
      if (next === undefined ? has_more : next === cursor)
        throw new SourceError('provider_unavailable', `Slack names no next page of ${method}.`)
      cursor = next
      if (cursor === undefined) return
    }
    throw new SourceError('provider_unavailable', `The list of ${method} does not end.`)
  }
}

const ending = z.object({
  has_more: z.boolean().optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).nullish(),
})

function explain(method: string, { error = 'no reason', needed }: z.infer<typeof outcome>): Error {
  if (Object.hasOwn(refused, error)) return new SlackRefusal(error, ...refused[error]!)
  if (expired.has(error))
    return new SourceError('auth_expired', `Slack refuses the token (${error}). Enter a new one.`)
  if (error === 'ratelimited')
    return new SourceError('rate_limited', 'Slack asks to wait before further requests.', {
      retryAfterMs: 60_000,
    })
  if (error === 'missing_scope')
    return new SourceError(
      'settings_invalid',
      `The token may not do this. Add the scope ${needed ?? 'that Slack names'} to the app, and install it again.`,
    )
  if (passing.has(error))
    return new SourceError('provider_unavailable', `Slack answered ${method} with ${error}.`)
  return new SourceError('settings_invalid', `Slack refuses ${method}: ${error}.`)
}
