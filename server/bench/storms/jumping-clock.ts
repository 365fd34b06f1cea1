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

const now = () => RealDate.now() + offset

/** A proxy and no class of its own, because libraries also call `Date()` without `new`. */
const jumping: ProxyHandler<DateConstructor> = {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
}

if (file) {
  globalThis.Date = new Proxy(RealDate, jumping)
  setInterval(() => {
    try {
      look()
    } catch {
      // The run has ended and removed the file.
    }
  }, lookEveryMs).unref()
}
