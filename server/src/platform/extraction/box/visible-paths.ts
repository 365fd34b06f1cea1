import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Directories searched for tools, inside and outside a box: a box has no environment that could name more. */
export const toolPath = '/usr/local/bin:/usr/bin:/bin'

/** The complete environment of a box. OpenSSL fails when it may not read its settings, so it is given none. */
export const boxEnvironment = {
  PATH: toolPath,
  TZ: 'UTC',
  LC_ALL: 'C.UTF-8',
  OMP_THREAD_LIMIT: '1',
  OPENSSL_CONF: '/dev/null',
}

export function findTool(name: string): string | undefined {
  return toolPath
    .split(':')
    .map(folder => join(folder, name))
    .find(path => existsSync(path))
}

/** Libraries, data of tools, and fonts for pages without embedded ones. */
const systemPaths = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/nix/store'],
  ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts', '/usr/share/fonts', '/usr/local/share/fonts'],
  ...['/usr/share/tesseract-ocr', '/usr/share/tessdata', '/usr/local/share/tessdata'],
]

/** Everything on the machine that a boxed command may read, apart from its file. */
export function visiblePaths({ command, program }: { command: string; program?: string }): string[] {
  const paths = [...systemPaths, command, ...(program ? codePaths(program) : [])]
  return paths.filter(path => existsSync(path))
}

/** Our code and packages where Node finds them, but not their neighbours: `.env` and files of the operator. */
function codePaths(program: string): string[] {
  const source = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
  const paths = [source, program]
  for (let folder = dirname(source); folder !== '/'; folder = dirname(folder))
    paths.push(join(folder, 'node_modules'), join(folder, 'package.json'))
  return paths
}
