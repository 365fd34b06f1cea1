import { presentMemoryResult } from '../memories/present.ts'
import type { Profile } from './read-profile.ts'
import type { Bucket } from './store.ts'

/** The only makers of profile JSON. */
export function presentProfile(profile: Profile, timingMs: number) {
  const { buckets, found } = profile
  return {
    profile: { static: profile.static, dynamic: profile.dynamic, ...(buckets && { buckets }) },
    ...(found && {
      searchResults: { results: found.map(presentMemoryResult), total: found.length, timing: timingMs },
    }),
  }
}

export const presentBuckets = ({ buckets }: { buckets: Bucket[] }) => ({ buckets })
