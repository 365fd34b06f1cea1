import { basename, relative } from 'node:path'

/**
 * How the user typed `reverie`, for advice to paste: from a clone, by npx, from a folder into which npm installed the package,
 * from the unpacked package, or from PATH (a global installation, the Docker image).
 */
export function typedCommand(
  script = process.argv[1] ?? '',
  isClone = import.meta.url.endsWith('.ts'),
): string {
  if (isClone) return './reverie'
  const path = script.replaceAll('\\', '/')
  if (path.includes('/_npx/')) return 'npx @reverie/server'
  if (path.includes('/node_modules/.bin/')) return 'npx reverie'
  return basename(path) === 'reverie.js' ? relative(process.cwd(), path) : 'reverie'
}
