import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Call } from './call.ts'

export type RecordRequest = (call: Call, method: string, status: number) => void

/** Told of every request when it has ended; must be quick. */
export type OnRequest = (call: Call, status: number, durationMs: number) => void

/** Asked every few seconds by load balancers and scrapers: at `info` they would be most of the log. */
const probes = new Set(['/health', '/ready', '/metrics'])

/**
 * Makes the function that writes one line and one observation per request. The line names the route's pattern,
 * never the URL, which may hold a query or an id; and the key's id, never the key.
 */
export function createRequestLog(logger: Logger, metrics: Metrics, onRequest?: OnRequest): RecordRequest {
  // Looking for secrets in a line would cost more than the rest of it, and this one has no field for them.
  const lines = logger.child({}, { redact: [] })
  return (call, method, status) => {
    const ms = call.timing.elapsedMs()
    const route = call.route ?? 'unmatched'
    onRequest?.(call, status, ms)
    lines[probes.has(route) ? 'debug' : 'info'](
      {
        method,
        route,
        // Nobody received the status of an abandoned request.
        status: call.abandoned ? undefined : status,
        ms: Math.round(ms * 10) / 10,
        requestId: call.requestId,
        organizationId: call.principal?.organization.id,
        keyId: call.principal?.key.id,
        aborted: call.abandoned || undefined,
      },
      'request',
    )
    metrics.httpRequestSeconds.observe(
      { method, route, status: call.abandoned ? 'aborted' : status },
      ms / 1000,
    )
  }
}
