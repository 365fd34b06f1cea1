import { encodeId } from '../../platform/lib/ids.ts'
import { presentMemoryResult } from '../memories/present.ts'
import type { MemoryHit } from '../memories/search-memories.ts'
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
      searchResults: { results: found.map(presentResult), total: found.length, timing: timingMs },
    }),
  }
}

/** Published plugins show `content` of these results, and not `memory`. */
const presentResult = (hit: MemoryHit) => ({ ...presentMemoryResult(hit), content: hit.memory.text })

const presentLine = ({ id, text, part, section }: ProfileLine) => ({
  ...{ id: encodeId(id), memory: text, part, section },
})

export const presentBuckets = ({ buckets }: { buckets: Bucket[] }) => ({ buckets })
