import { inflateSync } from 'node:zlib'
import type { Presentation } from './presentation.ts'

/** More is a catalogue of drawings. */
const maxEmbedded = 20

/** What all of them together may unpack to is the workbench's to say. */
const maxBytes = 50_000_000

/** Documents that were put on slides, as files of their own; what cannot be unpacked is left out. */
export function* embeddedIn(presentation: Presentation): Generator<Uint8Array> {
  let left = maxEmbedded
  for (const { start, end, instance } of presentation.objects()) {
    if (left-- === 0) return
    const content = presentation.stream.subarray(start, end)
    // Packed ones are, after the length they will have, in the format of zlib.
    const bytes = instance === 1 ? unpack(content.subarray(4)) : content
    if (bytes) yield bytes
  }
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return undefined // Damaged or too large, and only a part of the slides.
  }
}
