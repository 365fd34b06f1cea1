/** What a `Retry-After` header asks for, in milliseconds: seconds or a date. Undefined when it says neither. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  const seconds = header.trim() === '' ? Number.NaN : Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}
