import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Call } from './call.ts'

export type RecordRequest = (call: Call, method: string, status: number) => void

/** Called at the end of every request. Must return quickly. */
export type OnRequest = (call: Call, status: number, durationMs: number, method: string) => void

/** Load balancers and scrapers call these every few seconds. At `info` they would fill most of the log. */
const probes = new Set(['/health', '/ready', '/metrics'])

export const isProbe = (route: string | undefined): boolean => route !== undefined && probes.has(route)

/**
 * Creates the function that writes one log line and one metric observation per request. The line has the route's pattern,
 * never the URL, which may contain a query or an id of the caller's own. It has the key's id, never the key.
 */
export function createRequestLog(logger: Logger, metrics: Metrics, onRequest?: OnRequest): RecordRequest {
  // No redaction: scanning a line for secrets costs more than writing it, and this line has no field for one.
  const lines = logger.child({}, { redact: [] })
  return (call, method, status) => {
    const ms = call.answeredMs ?? call.timing.elapsedMs()
    const route = call.route ?? 'unmatched'
    onRequest?.(call, status, ms, method)
    lines[isProbe(route) ? 'debug' : 'info'](
      {
        method,
        route,
        // No status for an abandoned request, because the client never received one.
        status: call.abandoned ? undefined : status,
        ms: Math.round(ms * 10) / 10,
        requestId: call.requestId,
        organizationId: call.principal?.organization.id,
        keyId: call.principal?.key.id,
        documentId: call.documentId,
        code: call.errorCode,
        traceId: call.span?.traceId,
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
