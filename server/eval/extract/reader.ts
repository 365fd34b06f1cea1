import type { Extraction } from '../../src/platform/extraction/extraction.ts'

/** The outcome for one file, and its duration. */
export type Reading = { seconds: number } & (
  | { extraction: Extraction; code?: undefined }
  | { extraction?: undefined; code: string; message: string }
)

export type ReadableFile = { bytes: Buffer; name: string; contentType: string; url?: string }

export type Reader = { read(file: ReadableFile): Promise<Reading>; close(): Promise<void> }

export async function timed(
  work: () => Promise<Extraction>,
  toCode: (error: unknown) => { code: string; message: string },
): Promise<Reading> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  try {
    const extraction = await work()
    return { seconds: seconds(), extraction }
  } catch (error) {
    return { seconds: seconds(), ...toCode(error) }
  }
}

/** Processes the items, `width` at a time, starting in order. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const lane = async () => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
