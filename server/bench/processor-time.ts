import { readFileSync } from 'node:fs'

/** Processor time since the machine started, and how much of it the hypervisor gave to others. */
export type ProcessorTime = { total: number; stolen: number; idle: number }

/** Zero everywhere on a machine without `/proc/stat`. */
export function readProcessor(): ProcessorTime {
  // user, nice, system, idle, iowait, irq, softirq, steal. The fields after it are parts of user and nice.
  const times = readFirstLine().split(/\s+/).slice(1, 9).map(Number)
  return {
    total: times.reduce((sum, time) => sum + time, 0),
    idle: (times[3] ?? 0) + (times[4] ?? 0),
    stolen: times[7] ?? 0,
  }
}

/** Shares of the processor time since then. Work of other programs on the machine counts as busy. */
export function processorSince(before: ProcessorTime): { stolen: number; idle: number } {
  const now = readProcessor()
  const share = (of: 'stolen' | 'idle') =>
    Math.round((1_000 * (now[of] - before[of])) / Math.max(1, now.total - before.total)) / 1_000
  return { stolen: share('stolen'), idle: share('idle') }
}

/** Measures the share of stolen time from now on, in percent. */
export function watchSteal(): () => number | undefined {
  const before = readProcessor()
  return () => {
    const now = readProcessor()
    if (now.total === before.total) return undefined
    return Math.round(((now.stolen - before.stolen) / (now.total - before.total)) * 1_000) / 10
  }
}

function readFirstLine(): string {
  try {
    return readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  } catch {
    return ''
  }
}
