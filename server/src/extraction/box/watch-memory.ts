import { readdirSync, readFileSync } from 'node:fs'

const everyMs = 50

/** Looking for new processes reads all of the machine's, 2 ms for 200 of them; theirs are read every time. */
const roundsPerSearch = 4

/** Calls `onOverrun` once when a process and all its descendants hold more than `maxMb`. Without /proc, never. */
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

/** A process and all that descend from it, as the kernel sees them: inside a box they have other numbers. */
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
    // The name in brackets may hold anything.
    const fields = readProc(pid, 'stat').split(') ').at(-1)!.split(' ')
    return { pid, parent: Number(fields[1]) }
  })
}

/** Empty for a process that is gone by now. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
