import { readFileSync } from 'node:fs'

/**
 * Loaded into a process under test: its wall clock follows an offset in a file. An own clock and not Debian's faketime, which
 * also fakes the waits of libuv, and is not on every machine.
 */
const lookEveryMs = 100
const file = process.env.STORM_CLOCK
const RealDate = Date
let offset = 0

function look(): void {
  const read = Number(readFileSync(file!, 'utf8'))
  if (Number.isFinite(read)) offset = read
}

class JumpingDate extends RealDate {
  constructor(...given: unknown[]) {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of Date
    super(...((given.length === 0 ? [RealDate.now() + offset] : given) as [any]))
  }

  static override now(): number {
    return RealDate.now() + offset
  }
}

if (file) {
  globalThis.Date = JumpingDate as DateConstructor
  setInterval(() => {
    try {
      look()
    } catch {
      // The run has ended and removed the file.
    }
  }, lookEveryMs).unref()
}
