import type { Principal, RateLimit } from '../../platform/access/principal.ts'

/** The remaining requests of a key, as its rate limiter reports them. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number }

export type TakeRequest = (keyId: string, limit: RateLimit) => Promise<Allowance>

/** Returns the rate-limit headers for the answer, or throws the refusal. */
export type Admit = (principal: Principal) => Promise<Record<string, string>>

/** Keys without a rate limit pass. Organization keys have one only if the operator configures it. */
export function createAdmit(take: TakeRequest): Admit {
  return async ({ key }) => {
    if (!key.rateLimit) return {}
    const { limit, remaining, resetSeconds } = await take(key.id, key.rateLimit)
    return {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(resetSeconds),
    }
  }
}
