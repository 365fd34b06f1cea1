import { AppError } from '../errors.ts'
import type { Role } from './roles.ts'

/** The organization of a request, and the shard of its data. */
export type Organization = {
  id: string
  slug: string
  name: string
  homeShard: number
  /** Spread organizations place each container by hash, over every cell. Others live on one shard. */
  spread: boolean
  /** Maximum number of document tokens that it may store. Null or absent means no limit. */
  tokenQuota?: number | null
}

/** At most `max` requests per window. */
export type RateLimit = { max: number; windowMs: number }

/** A person who has signed in, with their role in the organization of the request. */
export type SignedInPerson = {
  id: string
  name: string
  email: string
  role: Role
  sessionId: string
  /** All organizations of the person. */
  organizations: { slug: string; name: string; role: Role }[]
}

/** The caller: the organization, the key, and the container tag that the key is limited to, if any. */
export type Principal = {
  organization: Organization
  key: { id: string; name: string; expiresAt?: Date | null; rateLimit?: RateLimit | undefined }
  containerTag: string | undefined
  /** Set for a key that a person gave to a plugin: it may do what this role may. */
  grant?: { personId: string; role: Role }
  /** Set for a session: `key` then names the person. */
  person?: SignedInPerson
}

/** The container tags of a request. A scoped key may name its own tag or none, and gets its own tag either way. */
export function allowedTags(principal: Principal, tags: readonly string[]): string[] {
  checkTags(principal, tags)
  return principal.containerTag === undefined ? [...tags] : [principal.containerTag]
}

/** A scoped key may name only its own container tag. */
export function checkTags({ containerTag }: Principal, tags: readonly string[]): void {
  if (containerTag === undefined || tags.every(tag => tag === containerTag)) return
  throw new AppError('auth.container_mismatch', {
    message: `This API key is limited to the container tag ${containerTag}. Leave the tag out, or use a key of the organization`,
  })
}
