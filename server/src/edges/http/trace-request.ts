import type { IncomingHttpHeaders } from 'node:http'
import type { Span, Tracer } from '../../platform/telemetry/span.ts'
import type { Work } from '../../platform/telemetry/work.ts'
import type { Call } from './call.ts'
import { isProbe } from './request-log.ts'

type Arrival = { method: string; headers: IncomingHttpHeaders; pattern: string | undefined }

/** Begins the span of a request. It continues the trace of the caller, if the request has a `traceparent`. */
export function beginTrace(
  tracer: Tracer | undefined,
  { method, headers, pattern }: Arrival,
): Span | undefined {
  if (!tracer || isProbe(pattern)) return undefined
  const { traceparent } = headers
  return tracer.start(method, {
    kind: 'server',
    ...(typeof traceparent === 'string' && { parent: traceparent }),
    attributes: { 'http.request.method': method },
  })
}

/** The route's pattern, never the URL, which may contain a query or an id of the caller's own. */
export function endTrace(call: Call, method: string, status: number): void {
  const { span, route = 'unmatched' } = call
  if (!span) return
  span.rename(`${method} ${route}`)
  span.set({
    'http.route': route,
    'http.response.status_code': call.abandoned ? undefined : status,
    'reverie.request.id': call.requestId,
    'reverie.organization.id': call.principal?.organization.id,
    'reverie.key.id': call.principal?.key.id,
    'reverie.document.id': call.documentId,
    'reverie.error.code': call.errorCode,
    'reverie.aborted': call.abandoned || undefined,
  })
  // By the conventions of OpenTelemetry, a refusal of the client's request is no failure of the server.
  if (String(status).startsWith('5')) span.fail(call.errorCode ?? String(status))
  span.end()
}

/** Names the request in every line and span of its work. */
export function workOf({ requestId, principal, span }: Call): Work {
  return { requestId, organizationId: principal?.organization.id, span }
}
