import { encodeId } from '../../platform/lib/ids.ts'
import { presentMemoryResult } from '../memories/present.ts'
import type { ProfileLine } from './choose-lines.ts'
import type { Profile } from './read-profile.ts'
import type { Bucket } from './store.ts'

/** The only makers of profile JSON. */
export function presentProfile(profile: Profile, timingMs: number) {
  const { buckets, found, lines } = profile
  return {
    profile: {
      ...{ static: profile.static, dynamic: profile.dynamic },
      ...(buckets && { buckets }),
      ...(lines && { lines: lines.map(presentLine) }),
    },
    ...(found && {
      searchResults: { results: found.map(presentMemoryResult), total: found.length, timing: timingMs },
    }),
  }
}

const presentLine = ({ id, text, part, section }: ProfileLine) => ({
  ...{ id: encodeId(id), memory: text, part, section },
})

export const presentBuckets = ({ buckets }: { buckets: Bucket[] }) => ({ buckets })
