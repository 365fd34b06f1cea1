import { z } from 'zod'

/**
 * The archive: a gzip-compressed tar. `manifest.json` comes first, then `records/*.jsonl` with one record per line and
 * `files/*` with the files that records name, and `checksums.txt` (the format of `sha256sum`) last. docs/archive.md describes it.
 */
export const archiveFormat = 'reverie-archive'
export const archiveVersion = 1

export const manifestName = 'manifest.json'
export const checksumsName = 'checksums.txt'
export const recordsName = (part: number) => `records/${String(part).padStart(6, '0')}.jsonl`
export const fileName = (part: number) => `files/${String(part).padStart(6, '0')}`

export const isRecordsName = (name: string) => /^records\/\d{6,9}\.jsonl$/.test(name)
export const isFileName = (name: string) => /^files\/\d{6,9}$/.test(name)

/** Size of a file of records before compression. A record that is larger has a file for itself. */
export const partBytes = 4 * 1024 * 1024

/**
 * Limits of what is read. The longest line that we write is a document of the largest text, or the structure of a file.
 * A gzip stream may claim 1,000 times its size; ours reach 20.
 */
export const limits = {
  lineBytes: 64 * 1024 * 1024,
  recordsBytes: 256 * 1024 * 1024,
  ratio: 100,
  leastBytes: 16 * 1024 * 1024,
  entries: 1_000_000,
}

export const embeddingModelSchema = z.strictObject({
  provider: z.string().max(200),
  name: z.string().max(400),
  revision: z.string().max(200),
  dimensions: z.int().min(1).max(16_000),
})

export const manifestSchema = z.object({
  format: z.literal(archiveFormat),
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  server: z.object({ version: z.string() }),
  organization: z.object({ id: z.uuid(), slug: z.string() }),
  scope: z.enum(['container', 'organization']),
  vectors: z.boolean(),
})
export type Manifest = z.output<typeof manifestSchema>
