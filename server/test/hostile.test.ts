import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createBox } from '../src/platform/extraction/box/box.ts'
import { type Extraction, extractErrorCodes } from '../src/platform/extraction/extraction.ts'
import { extractMedia } from '../src/platform/extraction/media/extract-media.ts'
import type { HostileFile } from './hostile/file.ts'
import { hostileSet } from './hostile/set.ts'

/** Tighter limits than in production, so that files which hit them do so soon. A file with a known end gets enough time. */
const hasty = { timeMs: 1_000, memoryMb: 400, outputBytes: 64_000_000 }
const patient = { ...hasty, timeMs: 30_000 }
const settings = { sandbox: 'preferred', processes: 2, ocrLanguages: 'eng' } as const
const hastyBox = createBox({ ...settings, limits: hasty })
const patientBox = createBox({ ...settings, limits: patient })
const folder = mkdtempSync(join(tmpdir(), 'reverie-hostile-'))

afterAll(async () => {
  await Promise.all([hastyBox.close(), patientBox.close()])
  rmSync(folder, { recursive: true })
})

describe.concurrent('a hostile file ends in text or in a code, within its limits:', () => {
  test.each(hostileSet.map((file, n) => [file.name.slice(0, 40), file, n] as const))(
    '%s',
    async (_, file, n) => {
      const end = await endOf(file, n)
      expect(['text', ...extractErrorCodes]).toContain(end)
      if (file.ends) expect(end).toBe(file.ends)
    },
    120_000,
  )
})

async function endOf(file: HostileFile, n: number): Promise<string> {
  try {
    const { text } = await read(file, n)
    if (file.never) expect(text).not.toMatch(file.never)
    return 'text'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

/** Reads as a worker does. A recording is transcribed to nothing. */
async function read({ name, make, never, ends }: HostileFile, n: number): Promise<Extraction> {
  const bytes = make()
  const box = ends || never ? patientBox : hastyBox
  const answer = await box.extract({ name, contentType: '', bytes })
  if ('extraction' in answer) return answer.extraction
  const path = join(folder, String(n))
  writeFileSync(path, bytes)
  const recording = { path, sandbox: settings.sandbox, signal: AbortSignal.timeout(60_000) }
  return extractMedia(recording, { maxSeconds: 60, transcribe: async () => ({ segments: [] }) })
}

test.each([hastyBox, patientBox])('after the hostile files, a plain file is read', async box => {
  const bytes = Buffer.from('All is well.')
  // On a busy machine the first file of a new process may exceed the tight limit; the next does not.
  const read = () => box.extract({ name: 'a.txt', contentType: 'text/plain', bytes }).catch(error => error)
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ kind: 'text', extraction: { text: 'All is well.' } })
})
