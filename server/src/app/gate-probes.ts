import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { blobKey } from '../platform/blobs/blob-key.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import type { Config } from '../platform/config.ts'
import { ping, type Source } from '../platform/db/tx.ts'
import { gateNames } from '../platform/lanes/gate-names.ts'
import type { GateProbe } from '../platform/lanes/gates.ts'
import type { Circuit, Probe } from '../platform/providers/circuit.ts'
import { type Embedder, EmbedError } from '../platform/providers/embedding/embedder.ts'
import {
  samplesPerSecond,
  TranscribeError,
  type Transcriber,
} from '../platform/providers/transcription/transcriber.ts'
import type { ProviderName } from './open-providers.ts'

export type GateParts = {
  config: Pick<Config, 'TRANSCRIBER' | 'LLM_FALLBACK'>
  directory: Source
  blobs: BlobStore
  embedder: Embedder
  nextEmbedder?: Embedder | undefined
  transcriber?: Transcriber | undefined
  llm?: { name: string } | undefined
  llmProbe?: Probe | undefined
  circuits: ReadonlyMap<ProviderName, Circuit>
}

/**
 * How to ask each thing behind a gate whether it works, without any document. A model that runs in this process has no
 * gate: when it fails, the text is as likely the reason. Nor has a language model that the built-in rules replace.
 */
export function gateProbes(parts: GateParts): Map<string, GateProbe> {
  const { config, directory, blobs, embedder, nextEmbedder, transcriber, llm, llmProbe, circuits } = parts
  const probes = new Map<string, GateProbe>([
    [gateNames.blobs, () => tryBlobs(blobs)],
    [gateNames.directory, () => ping(directory)],
    [gateNames.disk, tryDisk],
  ])
  for (const each of [embedder, nextEmbedder])
    if (each && each.model.provider !== 'local')
      probes.set(gateNames.embedding(each.model), signal => tryEmbedder(each, signal))
  if (transcriber && config.TRANSCRIBER === 'http')
    probes.set(gateNames.transcription, signal => tryTranscriber(transcriber, signal))
  if (llm && llmProbe && config.LLM_FALLBACK === 'fail')
    probes.set(gateNames.llm(llm.name), async signal => {
      await llmProbe({ isFirst: false, signal })
      // Otherwise calls would be refused until the circuit's own probe.
      circuits.get('llm')?.succeeded()
    })
  return probes
}

/** A provider that limits our calls answers. */
async function tryEmbedder(embedder: Embedder, signal: AbortSignal): Promise<void> {
  try {
    await embedder.embed(['probe'], { purpose: 'query', signal })
  } catch (error) {
    if (!(error instanceof EmbedError && error.code === 'embed.rate_limited')) throw error
  }
}

async function tryTranscriber(transcriber: Transcriber, signal: AbortSignal): Promise<void> {
  try {
    await transcriber.transcribe(new Float32Array(samplesPerSecond), { signal })
  } catch (error) {
    // A second of silence may be refused. A provider that refuses it answers.
    if (!(error instanceof TranscribeError) || error.code === 'transcribe.provider_unavailable') throw error
  }
}

const probeBytes = 64 * 1024

/** Writes, because a full store still reads, and a store whose volume is not mounted has no folder for new files. */
async function tryBlobs(blobs: BlobStore): Promise<void> {
  const key = blobKey({ organization: 'probe', container: 'probe', document: 'probe', revision: process.pid })
  await blobs.put(key, Readable.from([Buffer.alloc(probeBytes)]), {
    contentType: 'application/octet-stream',
    maxBytes: probeBytes,
  })
  await blobs.delete(key)
}

async function tryDisk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-probe-'))
  try {
    await writeFile(join(folder, 'probe'), Buffer.alloc(1024 * 1024))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
