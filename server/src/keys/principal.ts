/** The organization a request acts for, with what is needed to find its data. */
export type Organization = {
  id: string
  slug: string
  name: string
  homeShard: number
  /** Spread organizations place each container by hash, over every cell; others live on one shard. */
  spread: boolean
}

/** Who is calling: the organization, the key, and the one container tag the key is limited to, if any. */
export type Principal = {
  organization: Organization
  key: { id: string; name: string }
  containerTag: string | undefined
}
