import { tagOf } from '../containers/wire-shapes.ts'
import { estimateTokens, type Route, route } from '../http/route.ts'
import type { SearchMemoriesApp } from '../memories/search-memories.ts'
import { listBuckets } from './list-buckets.ts'
import { presentProfile } from './present.ts'
import { readProfile } from './read-profile.ts'
import { bucketsBody, bucketsResponse, profileBody, profileResponse } from './schema.ts'

const tag = 'Profile'

export function profileRoutes(app: SearchMemoriesApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/profile',
      access: 'scoped',
      tag,
      summary: 'The profile of a container tag and, with q, what answers it',
      operation: 'profile',
      body: profileBody,
      ownTag: true,
      response: profileResponse,
      errors: [403, 503],
      async handle({ principal, body, usage, timing, signal }) {
        const started = performance.now()
        const profile = await timing.measure('profile', () => readProfile(app, principal, body, signal))
        usage.tokensIn += estimateTokens(body.q ?? '')
        for (const text of [...profile.static, ...profile.dynamic]) usage.tokensOut += estimateTokens(text)
        for (const { memory } of profile.found ?? []) usage.tokensOut += estimateTokens(memory.text)
        return presentProfile(profile, Math.round(performance.now() - started))
      },
    }),
    route({
      method: 'POST',
      path: '/v4/profile/buckets',
      access: 'scoped',
      tag,
      summary: 'The buckets a profile is sorted into',
      operation: 'profile',
      body: bucketsBody,
      ownTag: true,
      response: bucketsResponse,
      errors: [403],
      async handle({ principal, body }) {
        const { buckets } = await listBuckets(app.cells, principal, tagOf(body))
        return { buckets }
      },
    }),
  ]
}
