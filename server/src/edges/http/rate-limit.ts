import type { Principal, RateLimit } from '../../platform/access/principal.ts'

/** What a key has left, as its limiter says. */
export type Allowance = { limit: number; remaining: number; resetSeconds: number }

export type TakeRequest = (keyId: string, limit: RateLimit) => Promise<Allowance>

/** Lets a request pass, with the headers its answer shall carry, or throws the refusal. */
export type Admit = (principal: Principal) => Promise<Record<string, string>>

/** Keys without a limit pass untouched; organizations have none unless one is configured. */
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
