import { inSpan } from '../telemetry/work.ts'
import type { BlobStore } from './blob-store.ts'

/** Makes a span for each call of a blob store. Lists and sweeps belong to maintenance, which has no trace. */
export function traceBlobs(blobs: BlobStore): BlobStore {
  const call = <T>(operation: string, run: () => Promise<T>) =>
    inSpan(`blob ${operation}`, { kind: 'client' }, run)
  return {
    put: (key, body, meta) =>
      inSpan('blob put', { kind: 'client' }, async span => {
        const stored = await blobs.put(key, body, meta)
        span?.set({ 'reverie.blob.bytes': stored.bytes })
        return stored
      }),
    has: key => call('has', () => blobs.has(key)),
    // The span ends when the body begins: the caller reads it as fast as it likes.
    get: key => call('get', () => blobs.get(key)),
    delete: key => call('delete', () => blobs.delete(key)),
    deletePrefix: prefix => call('delete prefix', () => blobs.deletePrefix(prefix)),
    list: organization => blobs.list(organization),
    sweep: before => blobs.sweep(before),
    close: () => blobs.close(),
  }
}
