import { AppError } from '../errors.ts'

/** The organization that a request acts for, with the place of its data. */
export type Organization = {
  id: string
  slug: string
  name: string
  homeShard: number
  /** Spread organizations place each container by hash, over every cell. Others live on one shard. */
  spread: boolean
  /** Tokens of documents that it may store; null or absent means no limit. */
  tokenQuota?: number | null
}

/** At most `max` requests per window. */
export type RateLimit = { max: number; windowMs: number }

/** The caller: the organization, the key, and the container tag that the key is limited to, if any. */
export type Principal = {
  organization: Organization
  key: { id: string; name: string; expiresAt?: Date | null; rateLimit?: RateLimit | undefined }
  containerTag: string | undefined
}

/** The tags that a request works with: a key limited to a container tag may name that one or none, and gets it either way. */
export function allowedTags(principal: Principal, tags: readonly string[]): string[] {
  checkTags(principal, tags)
  return principal.containerTag === undefined ? [...tags] : [principal.containerTag]
}

/** A key limited to a container tag may name that one and no other. */
export function checkTags({ containerTag }: Principal, tags: readonly string[]): void {
  if (containerTag === undefined || tags.every(tag => tag === containerTag)) return
  throw new AppError('auth.container_mismatch', {
    message: `This API key is limited to the container tag ${containerTag}. Leave the tag out, or use a key of the organization`,
  })
}
