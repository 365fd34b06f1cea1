import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The wall clock of the processes of a run. It jumps; the clock that measures durations, and Postgres', stay right. */
export type Clock = {
  /** With these, a process loads `jumping-clock.ts` before anything else. */
  settings: Record<string, string>
  jump(ms: number): void
  close(): void
}

export function makeClock(): Clock {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-clock-'))
  const file = join(folder, 'offset')
  writeFileSync(file, '0')
  const program = pathToFileURL(join(import.meta.dirname, 'jumping-clock.ts')).href
  return {
    settings: { NODE_OPTIONS: `--import ${program}`, STORM_CLOCK: file },
    jump: ms => writeFileSync(file, String(ms)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
