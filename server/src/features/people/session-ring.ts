import type { Principal } from '../../platform/access/principal.ts'
import { DirectoryCache } from '../../platform/db/directory-cache.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Identity, OpenSession } from './identity.ts'
import { type Membership, selectMemberships } from './members-store.ts'

/** Time for which a session is cached: a revoked session or a changed role takes effect within it on every process. */
const freshMs = 2_000

type Known = { session: OpenSession; memberships: Membership[] }

/** Maps a session cookie to its principal; undefined without a session cookie. */
export class SessionRing {
  readonly #identity: Identity
  readonly #directory: Source
  /** By cookie. While the directory is away, sessions that were used before go on, as keys do. */
  readonly #known: DirectoryCache<Known | undefined>

  constructor(identity: Identity, directory: Source) {
    this.#identity = identity
    this.#directory = directory
    this.#known = new DirectoryCache(directory, { freshMs })
  }

  /** `slug` names the organization, for people who are members of several. Default: the one joined first. */
  async findPrincipal(cookies: string | undefined, slug: string | undefined): Promise<Principal | undefined> {
    const cookie = this.#cookieOf(cookies)
    if (cookie === undefined) return undefined
    const known = await this.#read(cookie)
    if (!known) throw new AppError('auth.session_ended')
    const { session, memberships } = known
    const membership =
      slug === undefined ? memberships[0] : memberships.find(each => each.organization.slug === slug)
    if (!membership) throw new AppError('auth.not_a_member')
    const { person, sessionId } = session
    return {
      organization: membership.organization,
      // Receipts, usage and event streams name their caller by the id of its key.
      key: { id: `person:${person.id}`, name: person.name },
      containerTag: undefined,
      person: {
        ...person,
        sessionId,
        role: membership.role,
        organizations: memberships.map(({ organization: { name, slug }, role }) => ({ name, slug, role })),
      },
    }
  }

  /** The open session of a cookie, also of a person who is no member of any organization. */
  async findSession(cookies: string | undefined): Promise<OpenSession | undefined> {
    const cookie = this.#cookieOf(cookies)
    return cookie === undefined ? undefined : (await this.#read(cookie))?.session
  }

  /** After a change of sessions or members in this process; others notice within `freshMs`. */
  forget(): void {
    this.#known.clear()
  }

  #cookieOf(cookies: string | undefined): string | undefined {
    const start = `${this.#identity.cookieName}=`
    const found = cookies?.split(/;\s*/).find(each => each.startsWith(start))
    return found === start ? undefined : found
  }

  #read(cookie: string): Promise<Known | undefined> {
    return this.#known.load(cookie, () => this.#load(cookie))
  }

  async #load(cookie: string): Promise<Known | undefined> {
    const session = await this.#identity.findSession(cookie)
    if (!session) return undefined
    const memberships = await unscoped(this.#directory, db => selectMemberships(db, session.person.id))
    return { session, memberships }
  }
}
