import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SourceError } from '../connector.ts'
import { type SlackApi, SlackRefusal } from './api.ts'
import type { SlackSource } from './settings.ts'

const user = z.object({
  id: z.string(),
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  profile: z
    .object({ display_name: z.string().nullish(), real_name: z.string().nullish() })
    .nullish()
    .catch(undefined),
})

const memberPage = z.object({ members: z.array(user) })
/** Slack wants fewer than a thousand. */
const membersPerPage = 999
/** The list of members is read this far. Others are asked for one by one. */
const maxMemberPages = 20
/** People of other workspaces are in no list. */
const maxSingle = 500

const identityJson = z.object({ url: z.string(), team: z.string(), user: z.string().nullish() })
export type Identity = z.infer<typeof identityJson>

const kinds = ['channels', 'groups', 'im', 'mpim']

/** Each kind of conversation needs two scopes, and one kind is enough. Public channels are the usual one. */
function missingScopes(scopes: readonly string[]): string[] {
  const missingOf = (kind: string) => [`${kind}:read`, `${kind}:history`].filter(one => !scopes.includes(one))
  const ofKinds = kinds.map(missingOf).toSorted((one, other) => one.length - other.length)
  const person = scopes.includes('users:read') ? [] : ['users:read']
  return [...ofKinds[0]!, ...person]
}

type Known = { names: Map<string, string>; identity?: Identity; hasMembers: boolean; single: number }

/** The names of a workspace's people, and its address. */
export class Workspace {
  readonly #api: SlackApi
  readonly #known: Known
  #members: Promise<void> | undefined

  constructor(api: SlackApi, known: Known = { names: new Map(), hasMembers: false, single: 0 }) {
    this.#api = api
    this.#known = known
  }

  async identity(): Promise<Identity> {
    this.#known.identity ??= await this.#api.call('auth.test', {}, identityJson)
    return this.#known.identity
  }

  /** Asks Slack whether the token works, whatever is known of it, and whether it may read conversations. */
  async check(): Promise<Identity> {
    const { answer, scopes } = await this.#api.callWithScopes('auth.test', {}, identityJson)
    this.#known.identity = answer
    const missing = scopes && missingScopes(scopes)
    if (!missing || missing.length === 0) return answer
    throw new SourceError(
      'settings_invalid',
      `The token lacks ${missing.length === 1 ? 'the scope' : 'the scopes'} ${missing.join(' and ')}. Add ${missing.length === 1 ? 'it' : 'them'} to the app, and install it again.`,
    )
  }

  /** Learns the names of these people, so that `nameOf` knows them. */
  async learn(ids: Iterable<string>): Promise<void> {
    if (!this.#known.hasMembers) {
      this.#members ??= this.#readMembers()
      await this.#members
    }
    for (const id of new Set(ids)) if (!this.#known.names.has(id)) await this.#readOne(id)
  }

  nameOf = (id: string): string => this.#known.names.get(id) ?? id

  async #readMembers(): Promise<void> {
    let pages = 0
    const query = { limit: String(membersPerPage) }
    for await (const { members } of this.#api.pages('users.list', query, memberPage)) {
      for (const member of members) this.#note(member)
      if (++pages === maxMemberPages) break
    }
    this.#known.hasMembers = true
  }

  async #readOne(id: string): Promise<void> {
    if (this.#known.single++ >= maxSingle) return
    try {
      this.#note((await this.#api.call('users.info', { user: id }, z.object({ user }))).user)
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      this.#known.names.set(id, id)
    }
  }

  #note({ id, name, real_name, profile }: z.infer<typeof user>): void {
    const shown = profile?.display_name || profile?.real_name || real_name || name || id
    this.#known.names.set(id, shown.replaceAll(/\s+/g, ' ').slice(0, 200))
  }
}

const keptMs = 3_600_000
const mostKept = 50

/** Steps of a run come seconds apart, and Slack limits the list of members more than most requests. */
export class Workspaces {
  readonly #kept = new Map<string, { known: Known; until: number }>()

  open(source: SlackSource, api: SlackApi): Workspace {
    const key = createHash('sha256').update(`${source.id} ${source.credentials.token}`).digest('base64')
    const now = performance.now()
    const kept = this.#kept.get(key)
    if (kept && kept.until > now) return new Workspace(api, kept.known)
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value!)
    const known: Known = { names: new Map(), hasMembers: false, single: 0 }
    this.#kept.set(key, { known, until: now + keptMs })
    return new Workspace(api, known)
  }
}
