import { posix } from 'node:path'

/** Maps an address or path to the first line of the trace that names it. */
export type Found = Map<string, string>

/**
 * Finds the addresses that the process connected or sent to. A DNS lookup appears as the address of the name server, or as
 * the Unix socket of nscd or of systemd's resolver.
 */
export function findContacts(lines: readonly string[]): Found {
  const found: Found = new Map()
  for (const line of lines) {
    const address = inetAddress(line) ?? unixSocket(line)
    if (address && !found.has(address)) found.set(address, line)
  }
  return found
}

function inetAddress(line: string): string | undefined {
  const four = /sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/.exec(line)
  if (four) return `${four[2]}:${four[1]}`
  const six = /sa_family=AF_INET6, sin6_port=htons\((\d+)\).*inet_pton\(AF_INET6, "([^"]+)"/.exec(line)
  return six ? `[${six[2]}]:${six[1]}` : undefined
}

function unixSocket(line: string): string | undefined {
  return /^\d+ +connect\(.*sun_path=@?"([^"]*)"/.exec(line)?.[1]
}

/**
 * Finds the paths that were created, opened for writing or renamed. Processes inside bubblewrap are left out: they have a
 * file system of their own, in which no directory of the machine is writable.
 */
export function findWrites(lines: readonly string[], cwd: string): Found {
  const found: Found = new Map()
  const boxed = findBoxed(lines)
  for (const line of lines) {
    if (boxed.has(pidOf(line))) continue
    for (const path of writtenPaths(line)) {
      const whole = posix.resolve(cwd, path)
      if (!isDevice(whole) && !found.has(whole)) found.set(whole, line)
    }
  }
  return found
}

const pidOf = (line: string) => line.split(' ', 1)[0]!

/** Returns the process ids of bubblewrap and of every process that it started. */
function findBoxed(lines: readonly string[]): Set<string> {
  const boxed = new Set(lines.filter(line => /^\d+ +execve\("[^"]*\/bwrap"/.test(line)).map(pidOf))
  // Inside a namespace, process ids differ; strace then also prints the id outside it.
  const started = /^\d+ .*\b(?:clone3?|v?fork)\b.* = (?:(\d+)|\d+ \/\* (\d+) in .*)$/
  let sizeBefore: number
  do {
    sizeBefore = boxed.size
    for (const line of lines) {
      const [, plain, translated] = (boxed.has(pidOf(line)) && started.exec(line)) || []
      const child = translated ?? plain
      if (child) boxed.add(child)
    }
  } while (boxed.size > sizeBefore)
  return boxed
}

/** The standard devices, and what the kernel shows of the process itself. */
const isDevice = (path: string) => /^\/(dev\/(null|tty|urandom)|proc\/)/.test(path)

function writtenPaths(line: string): string[] {
  const call = /^\d+ +(\w+)\(/.exec(line)?.[1] ?? ''
  // A call that failed changed nothing. A call that another thread interrupted has no result on this line, and counts.
  if (/\) = -1 /.test(line)) return []
  const paths = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, path]) => path!)
  if (/^open/.test(call)) return /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(line) ? paths.slice(0, 1) : []
  if (/^(creat|mkdir|mknod|truncate)/.test(call)) return paths.slice(0, 1)
  return /^(rename|link|symlink)/.test(call) ? paths.slice(-1) : []
}
