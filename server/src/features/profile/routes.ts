import { estimateTokens } from '../../platform/lib/tokens.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { bucketsExample, profileExample } from './examples.ts'
import type { ProfileApp } from './fill-buckets.ts'
import { listBuckets } from './list-buckets.ts'
import { presentBuckets, presentProfile } from './present.ts'
import { readProfile } from './read-profile.ts'
import { bucketsBody, bucketsResponse, profileBody, profileResponse } from './schema.ts'

const tag = 'Profile'

export function profileRoutes(app: ProfileApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/profile',
      access: 'scoped',
      role: 'viewer',
      tag,
      summary: 'Get a profile',
      description:
        'Returns the current memories of a container tag as a briefing in plain sentences. `static` has facts that last, by section: identity, people, health and other constraints, home, work, preferences, decisions. `dynamic` has plans and what is going on. Put them into the system prompt of a chat. With `q`, the response also contains the memories that `POST /v4/search` finds for it. A tag that was never used has an empty profile.',
      example: profileExample,
      operation: 'profile',
      body: profileBody,
      ownTag: true,
      response: profileResponse,
      errors: ['auth.container_mismatch', 'embed.unavailable'],
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
      role: 'viewer',
      tag,
      summary: 'List profile buckets',
      description:
        'Returns the buckets that the profile of a container tag is sorted into: its own, else those of the organization (`PATCH /v3/settings`), else none.',
      example: bucketsExample,
      operation: 'profile',
      body: bucketsBody,
      ownTag: true,
      response: bucketsResponse,
      errors: ['auth.container_mismatch'],
      handle: async ({ principal, body }) =>
        presentBuckets(await listBuckets(app.cells, principal, tagOf(body))),
    }),
  ]
}
