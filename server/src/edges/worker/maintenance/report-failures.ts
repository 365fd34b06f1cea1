import type { Logger } from '../../../platform/telemetry/logger.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'

const silentMs = 60_000

/**
 * Counts every failure of a duty. The log has one line a minute for each duty, because an unreachable cell fails all of
 * them.
 */
export function reportFailures(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  cell?: string,
): (duty: string, error: unknown) => void {
  const silentUntil = new Map<string, number>()
  return (duty, error) => {
    metrics.maintenanceFailures.inc({ duty })
    if (Date.now() < (silentUntil.get(duty) ?? 0)) return
    silentUntil.set(duty, Date.now() + silentMs)
    logger.error({ err: error, duty, ...(cell !== undefined && { cell }) }, 'a maintenance duty failed')
  }
}
