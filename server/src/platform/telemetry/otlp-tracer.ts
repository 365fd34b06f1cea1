import {
  type Context,
  createNoopMeter,
  type Link,
  type MeterProvider,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind as SpanKinds,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { settleWithin } from '../lib/settle-within.ts'
import { productVersion } from '../lib/version.ts'
import {
  formatTraceparent,
  parseTraceparent,
  type RootOptions,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanOptions,
  type Tracer,
} from './span.ts'
import type { TracerParts, TracingConfig } from './tracing-config.ts'

/** Spans that wait for the collector, about a kilobyte each. More are dropped and counted. */
const maxQueueSize = 8_192
const maxExportBatchSize = 512
const scheduledDelayMillis = 2_000
/** A batch that the collector has not taken by then is lost. */
const exportTimeoutMillis = 10_000
/** A stopping process waits this long for its last spans. */
const closeWithinMs = 1_500

/** Exports spans by OTLP over HTTP, with the libraries of OpenTelemetry. It registers nothing globally. */
export class OtlpTracer implements Tracer {
  readonly #provider: TracerProvider
  readonly #tracer: OtelTracer

  constructor(provider: TracerProvider) {
    this.#provider = provider
    this.#tracer = provider.getTracer('reverie', productVersion())
  }

  static async open(config: TracingConfig, url: string, parts: TracerParts): Promise<OtlpTracer> {
    const processor = new BatchSpanProcessor({
      exporter: await openExporter(config, url),
      ...{ maxQueueSize, maxExportBatchSize, scheduledDelayMillis, exportTimeoutMillis },
      selfObsMeterProvider: meterFor(reportExports(parts)),
    })
    const resource = defaultResource().merge(
      resourceFromAttributes({
        'service.name': config.OTEL_SERVICE_NAME,
        'service.version': productVersion(),
        'service.instance.id': parts.instance,
      }),
    )
    const sampler = new ParentBasedSampler({ root: rootSampler(config.OTEL_TRACES_SAMPLER_ARG) })
    return new OtlpTracer(new TracerProvider({ resource, sampler, spanProcessors: [processor] }))
  }

  start(name: string, { parent, links = [], ...options }: RootOptions): Span | undefined {
    const known = parent === undefined ? undefined : contextOf(parent)
    const causes = links.flatMap(text => contextOf(text) ?? [])
    const context = known ? trace.setSpanContext(ROOT_CONTEXT, known) : ROOT_CONTEXT
    const span = this.#begin(name, context, options, causes)
    return span.isRecording() ? new OtlpSpan(this.#tracer, span, context) : undefined
  }

  async close(): Promise<void> {
    await settleWithin(
      this.#provider.shutdown().catch(() => undefined),
      closeWithinMs,
    )
  }

  #begin(name: string, context: Context, options: SpanOptions, causes: readonly SpanContext[]): OtelSpan {
    const links = causes.map((cause): Link => ({ context: cause }))
    return this.#tracer.startSpan(name, { ...toOtel(options), links }, context)
  }
}

class OtlpSpan implements Span {
  readonly #tracer: OtelTracer
  readonly #span: OtelSpan
  readonly #context: Context

  constructor(tracer: OtelTracer, span: OtelSpan, parent: Context) {
    this.#tracer = tracer
    this.#span = span
    this.#context = trace.setSpan(parent, span)
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId } = this.#span.spanContext()
    return formatTraceparent({ traceId, spanId, isSampled: true })
  }

  child(name: string, options: SpanOptions = {}): Span {
    const span = this.#tracer.startSpan(name, toOtel(options), this.#context)
    return new OtlpSpan(this.#tracer, span, this.#context)
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes)
  }

  fail(errorType: string): void {
    this.#span.setAttributes({ 'error.type': errorType }).setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    this.#span.end()
  }
}

/** Work whose cause was sampled is sampled too: otherwise the trace of a request would end at the queue. */
function rootSampler(ratio: number): Sampler {
  const byRatio = new TraceIdRatioBasedSampler(ratio)
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) =>
      links.some(link => (link.context.traceFlags & TraceFlags.SAMPLED) !== 0)
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : byRatio.shouldSample(context, traceId),
    toString: () => `${byRatio} or linked to a sampled span`,
  }
}

const kinds: Record<SpanKind, SpanKinds> = {
  server: SpanKinds.SERVER,
  client: SpanKinds.CLIENT,
  consumer: SpanKinds.CONSUMER,
  internal: SpanKinds.INTERNAL,
}

function toOtel({ kind = 'internal', attributes = {} }: SpanOptions) {
  return { kind: kinds[kind], attributes }
}

function contextOf(traceparent: string): SpanContext | undefined {
  const parsed = parseTraceparent(traceparent)
  if (!parsed) return undefined
  const { traceId, spanId, isSampled } = parsed
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return { traceId, spanId, traceFlags, isRemote: true }
}

/** The two exporters share everything except the encoding. */
async function openExporter(
  { OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_EXPORTER_OTLP_HEADERS }: TracingConfig,
  url: string,
): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  const headers = readHeaders(OTEL_EXPORTER_OTLP_HEADERS)
  return new OTLPTraceExporter({ url, headers, timeoutMillis: exportTimeoutMillis })
}

/** `name=value` pairs, separated by commas, with the values percent-encoded as in a URL. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter(pair => pair.includes('='))
  return Object.fromEntries(
    pairs.map(pair => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]
    }),
  )
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

type CountSpans = (spans: number, errorType: string | undefined) => void

/** Counts what became of spans, and logs once when the collector takes none, and once when it does again. */
function reportExports({ logger, metrics }: TracerParts): CountSpans {
  let isLosing = false
  return (spans, errorType) => {
    const outcome = errorType === undefined ? 'exported' : errorType === 'queue_full' ? 'dropped' : 'failed'
    metrics.traceSpans.inc({ outcome }, spans)
    if (isLosing === (outcome !== 'exported')) return
    isLosing = !isLosing
    if (isLosing) logger.warn({ reason: errorType }, 'the trace collector takes no spans: they are lost')
    else logger.info('the trace collector takes spans again')
  }
}

/** The name of the metric in which the processor of the library tells what became of each span. */
const processedSpans = 'otel.sdk.processor.span.processed'

/** The library reports lost spans only to a meter. Of that meter we need one counter. */
function meterFor(count: CountSpans): MeterProvider {
  const noop = createNoopMeter()
  const meter = Object.assign(Object.create(noop) as typeof noop, {
    createCounter: (name: string, options: object) =>
      name === processedSpans
        ? {
            add: (spans: number, labels: { 'error.type'?: string } = {}) =>
              count(spans, labels['error.type']),
          }
        : noop.createCounter(name, options),
  })
  return { getMeter: () => meter }
}
