import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { withoutSecrets } from './without-secrets.ts'

export type ProviderReports = {
  onOpen(reason: string): void
  onClose(openMs: number): void
  onLimit(pauseMs: number): void
  onUnlimited(): void
}

/**
 * Logs once when a provider stops answering or limits our calls, and once when it recovers: never for each document.
 */
export function reportProvider(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  { provider, title, effect }: { provider: string; title: string; effect: string },
): ProviderReports {
  metrics.providerUp.set({ provider }, 1)
  metrics.providerRateLimited.set({ provider }, 0)
  return {
    onOpen(found) {
      const reason = withoutSecrets(found)
      metrics.providerUp.set({ provider }, 0)
      const sentence = reason.endsWith('.') ? reason : `${reason}.`
      logger.warn({ provider, reason }, `${sentence} ${effect}`)
    },
    onClose(openMs) {
      metrics.providerUp.set({ provider }, 1)
      logger.info({ provider, downSeconds: Math.round(openMs / 1000) }, `the ${title} answers again`)
    },
    onLimit(pauseMs) {
      metrics.providerRateLimited.set({ provider }, 1)
      const waitSeconds = Math.ceil(pauseMs / 1000)
      logger.warn(
        { provider, waitSeconds },
        `the ${title} has reached its rate limit: work that needs it waits`,
      )
    },
    onUnlimited() {
      metrics.providerRateLimited.set({ provider }, 0)
      logger.info({ provider }, `the ${title} accepts calls again`)
    },
  }
}
