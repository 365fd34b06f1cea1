/** The organization a request acts for, with what is needed to find its data. */
export type Organization = {
  id: string
  slug: string
  name: string
  homeShard: number
  /** Spread organizations place each container by hash, over every cell; others live on one shard. */
  spread: boolean
  /** Tokens of documents it may keep; null or absent: any number. */
  tokenQuota?: number | null
}

/** So many requests per window. */
export type RateLimit = { max: number; windowMs: number }

/** Who is calling: the organization, the key, and the one container tag the key is limited to, if any. */
export type Principal = {
  organization: Organization
  key: { id: string; name: string; expiresAt?: Date | null; rateLimit?: RateLimit | undefined }
  containerTag: string | undefined
}
