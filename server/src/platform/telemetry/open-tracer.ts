import type { Tracer } from './span.ts'
import type { TracerParts, TracingConfig } from './tracing-config.ts'

/** Undefined unless a setting names a collector. Only then are the packages of OpenTelemetry loaded. */
export async function openTracer(config: TracingConfig, parts: TracerParts): Promise<Tracer | undefined> {
  const url = addressOf(config)
  if (url === undefined) return undefined
  const { OtlpTracer } = await import('./otlp-tracer.ts')
  return OtlpTracer.open(config, url, parts)
}

/** By the specification, the address for traces is used as it is, and the general one gets a path. */
function addressOf(config: TracingConfig): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: general } = config
  if (own !== '') return own
  return general === '' ? undefined : `${general.replace(/\/+$/, '')}/v1/traces`
}
