/** Parses a `Retry-After` header, seconds or a date, into milliseconds. Returns undefined for anything else. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  const seconds = header.trim() === '' ? Number.NaN : Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}
