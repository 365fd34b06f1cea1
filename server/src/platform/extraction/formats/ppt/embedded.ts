import { inflateSync } from 'node:zlib'
import type { Presentation } from './presentation.ts'

/** A presentation with more embedded documents is a catalogue of drawings. */
const maxEmbedded = 20

/** Limit for one document; the workbench limits their total. */
const maxBytes = 50_000_000

/** Documents embedded in slides, as files of their own; those that cannot be unpacked are left out. */
export function* embeddedIn(presentation: Presentation): Generator<Uint8Array> {
  let left = maxEmbedded
  for (const { start, end, instance } of presentation.objects()) {
    if (left-- === 0) return
    const content = presentation.stream.subarray(start, end)
    // Packed documents are zlib data after their unpacked length.
    const bytes = instance === 1 ? unpack(content.subarray(4)) : content
    if (bytes) yield bytes
  }
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return undefined // Damaged or too large; the rest of the slides is still readable.
  }
}
