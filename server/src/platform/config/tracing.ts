import { z } from 'zod'
import { text } from './kinds.ts'

const collector = z
  .string()
  .regex(/^(https?:\/\/[^\s?#]+)?$/, 'must be an address such as http://127.0.0.1:4318')
  .default('')

/** The names are those of OpenTelemetry, so that Reverie follows what is set for all programs of a cluster. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.describe(
    'Address of an OpenTelemetry collector, for example `http://127.0.0.1:4318`. Traces go to `/v1/traces` below it. They hold ids, times, counts and error codes, and no content. Default: no traces.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.describe(
    'Whole address for traces, if it is not `/v1/traces` below OTEL_EXPORTER_OTLP_ENDPOINT. It switches traces on too.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text.describe(
    'Headers that the collector wants, for example `authorization=Bearer%20…`: `name=value`, separated by commas, with values encoded as in URLs.',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'])
    .default('http/protobuf')
    .describe('Encoding of traces. Nearly every collector takes both. gRPC is not supported.'),
  OTEL_SERVICE_NAME: z
    .string()
    .default('reverie')
    .describe('Name of this service in traces. Change it to tell deployments or roles apart.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'Share of requests that are traced, 0 to 1. A request with a `traceparent` header is traced if its caller is. The work on a document is traced if the request that added it was. Lower it on busy servers: with 1, every request exports about ten spans.',
    ),
}
