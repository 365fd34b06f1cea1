import { z } from 'zod'
import { jsonType, TextReply } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** Each dependency that the process needs, by name, and whether it answers. */
export type Readiness = () => Promise<Record<string, 'ok' | 'failing'>>

/** Each optional dependency, by name, and whether it answers. */
export type Details = () => Record<string, 'ok' | 'failing'>

const healthResponse = z.object({ status: z.literal('ok') })
const readyResponse = z.object({
  status: z.enum(['ready', 'not_ready']),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
})

const notReady = 503

export type SystemParts = { readiness: Readiness; details?: Details | undefined; metrics: Metrics }

/** The operator's routes: liveness, readiness and metrics. */
export function systemRoutes({ readiness, details = () => ({}), metrics }: SystemParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/health',
      access: 'anonymous',
      tag: 'system',
      summary:
        'Whether the process is alive. It does not check dependencies, because a restart would not repair them',
      response: healthResponse,
      handle: async () => ({ status: 'ok' }),
    }),
    route({
      method: 'GET',
      path: '/ready',
      access: 'anonymous',
      tag: 'system',
      summary: 'Whether the process is ready for requests, and if not, which dependency fails',
      response: readyResponse,
      errors: [notReady],
      handle: () => reportReadiness(readiness, details),
    }),
    route({
      method: 'GET',
      path: '/metrics',
      access: 'operator',
      tag: 'system',
      summary: 'Metrics in the Prometheus text format',
      response: z.string(),
      handle: async () => new TextReply(metrics.registry.contentType, await metrics.scrape()),
    }),
  ]
}

async function reportReadiness(readiness: Readiness, details: Details): Promise<TextReply | object> {
  const needed = await readiness()
  const checks = { ...details(), ...needed }
  // One unreachable cell must not take every process out of service, because the other cells still serve their containers.
  if (Object.values(needed).some(state => state === 'ok')) return { status: 'ready', checks }
  return new TextReply(jsonType, JSON.stringify({ status: 'not_ready', checks }), notReady)
}
