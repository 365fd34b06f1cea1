import { presentFoundMemory } from '../memories/present.ts'
import type { Profile } from './read-profile.ts'

/** The only maker of profile JSON. */
export function presentProfile(profile: Profile, timingMs: number) {
  const { buckets, found } = profile
  return {
    profile: { static: profile.static, dynamic: profile.dynamic, ...(buckets && { buckets }) },
    ...(found && {
      searchResults: { results: found.map(presentFoundMemory), total: found.length, timing: timingMs },
    }),
  }
}
