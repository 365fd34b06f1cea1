import type { Config } from '../config.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

export type TracingConfig = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
>

/** `instance` names the process in its traces. */
export type TracerParts = { logger: Logger; metrics: Metrics; instance: string }
