import { isUnreachable } from '../../../platform/db/pool.ts'
import type { Logger } from '../../../platform/telemetry/logger.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'

const silentMs = 60_000

export type DutyReports = {
  failed(duty: string, error: unknown): void
  /** After each round of duties. `isReached` is true if the cell answered every duty, with an error or without. */
  roundEnded(isReached: boolean): void
}

/**
 * Counts every failure of a duty. The log has one line a minute for each duty. An unreachable cell fails all of them, so it
 * has one line when it goes and one when a whole round reaches it again, however many duties and rounds fail between.
 * Without `cell`, a duty is for all cells, and each cell reports itself.
 */
export function reportFailures(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  cell?: string,
): DutyReports {
  const silentUntil = new Map<string, number>()
  let unreachableSince: number | undefined
  return {
    failed(duty, error) {
      metrics.maintenanceFailures.inc({ duty })
      if (cell !== undefined && isUnreachable(error)) {
        if (unreachableSince === undefined)
          logger.error(
            { err: error, cell },
            'the cell is unreachable: its maintenance waits until it answers',
          )
        unreachableSince ??= Date.now()
        return
      }
      if (Date.now() < (silentUntil.get(duty) ?? 0)) return
      silentUntil.set(duty, Date.now() + silentMs)
      logger.error({ err: error, duty, ...(cell !== undefined && { cell }) }, 'a maintenance duty failed')
    },
    roundEnded(isReached) {
      if (!isReached || unreachableSince === undefined) return
      const unreachableMs = Date.now() - unreachableSince
      unreachableSince = undefined
      logger.info({ cell, unreachableMs }, 'the cell is reachable again: its maintenance continues')
    },
  }
}
