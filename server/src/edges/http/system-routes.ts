import { z } from 'zod'
import { jsonType, TextReply } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** Each dependency that the process needs, by name, and whether it answers. */
export type Readiness = () => Promise<Record<string, 'ok' | 'failing'>>

/** Something that documents wait for: its kind, the code of the failure, and since when. */
export type ShutGateJson = { cell: string; gate: string; code: string; since: string }

/** The shut gates of all cells that answer. */
export type ListGates = () => Promise<ShutGateJson[]>

/** Each optional dependency, by name, and whether it answers. */
type DependencyStates = Record<string, 'ok' | 'failing'>
export type Details = () => DependencyStates | Promise<DependencyStates>

const healthResponse = z.object({ status: z.literal('ok') })
const readyResponse = z.object({
  status: z
    .enum(['ready', 'degraded', 'not_ready'])
    .describe('`degraded`: requests are answered, but documents wait at a gate.'),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
  gates: z
    .array(
      z.object({
        cell: z.string(),
        gate: z.string().meta({ description: 'What documents wait for.', example: 'embedding' }),
        code: z.string().describe('Code of the failure.'),
        since: z.string().describe('Time of the first failure.'),
      }),
    )
    .optional()
    .describe('Only while `degraded`.'),
})

const notReady = 503

export type SystemParts = {
  readiness: Readiness
  details?: Details | undefined
  listGates?: ListGates | undefined
  metrics: Metrics
}

/** The operator's routes: liveness, readiness and metrics. */
export function systemRoutes({
  readiness,
  details = () => ({}),
  listGates = async () => [],
  metrics,
}: SystemParts): Route[] {
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
      handle: () => reportReadiness(readiness, details, listGates),
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

async function reportReadiness(
  readiness: Readiness,
  details: Details,
  listGates: ListGates,
): Promise<TextReply | object> {
  const [needed, optional, gates] = await Promise.all([readiness(), details(), listGates()])
  const checks = { ...optional, ...needed }
  // One unreachable cell must not take every process out of service, because the other cells still serve their containers.
  if (Object.values(needed).some(state => state === 'ok'))
    return gates.length === 0 ? { status: 'ready', checks } : { status: 'degraded', checks, gates }
  return new TextReply(jsonType, JSON.stringify({ status: 'not_ready', checks }), notReady)
}
