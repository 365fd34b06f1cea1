import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A built file of the console, as it is and compressed. */
export type ConsoleFile = { contentType: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

/** The console as `npm run build` writes it: one page, and assets whose names contain a hash of their content. */
export type ConsoleFiles = { page: string; assets: ReadonlyMap<string, ConsoleFile> }

/** At the same depth from the sources and from `server/dist`. */
const builtFiles = join(import.meta.dirname, '../../../../../console/dist')

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** Reads all files into memory, about 1 MB. Undefined if the console was not built. */
export function readConsoleFiles(directory = builtFiles): ConsoleFiles | undefined {
  try {
    const names = readdirSync(join(directory, 'assets'))
    const page = readFileSync(join(directory, 'index.html'), 'utf8')
    const originals = names.filter(name => !/\.(br|gz)$/.test(name))
    return { page, assets: new Map(originals.map(name => [name, readAsset(directory, name, names)])) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function readAsset(directory: string, name: string, names: readonly string[]): ConsoleFile {
  const read = (file: string) => readFileSync(join(directory, 'assets', file))
  return {
    contentType: contentTypes[name.split('.').pop()!] ?? 'application/octet-stream',
    plain: read(name),
    ...(names.includes(`${name}.br`) && { br: read(`${name}.br`) }),
    ...(names.includes(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
  }
}
