import { readdirSync, readFileSync } from 'node:fs'

const everyMs = 50

/**
 * Rounds between searches for new processes. A search reads every process of the machine, 2 ms for 200 of them; known
 * members are read every round.
 */
const roundsPerSearch = 4

/** Calls `onOverrun` once when a process and all its descendants use more than `maxMb`. Without /proc it never does. */
export function watchMemory(root: number, maxMb: number, onOverrun: () => void): { stop(): void } {
  let members: number[] = []
  let round = 0
  const timer = setInterval(() => {
    if (round++ % roundsPerSearch === 0) members = processTree(root)
    if (memoryMbOf(members) <= maxMb) return
    clearInterval(timer)
    onOverrun()
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}

/** A process and all its descendants, by the host's process ids: inside a box they have others. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent)
  const tree = [root]
  for (const member of tree) tree.push(...(children.get(member) ?? []).map(({ pid }) => pid))
  return tree
}

export function memoryMbOf(pids: readonly number[]): number {
  let kilobytes = 0
  for (const pid of pids) kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0)
  return kilobytes / 1_024
}

function listProcesses(): { pid: number; parent: number }[] {
  let names: string[] = []
  try {
    names = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
  return names.map(name => {
    const pid = Number(name)
    // The process name in brackets may contain anything.
    const fields = readProc(pid, 'stat').split(') ').at(-1)!.split(' ')
    return { pid, parent: Number(fields[1]) }
  })
}

/** Empty when the process has exited. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
