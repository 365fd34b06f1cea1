import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readLockfile, repository } from './lockfile.ts'
import { type Manifest, writeShrinkwrap } from './shrinkwrap.ts'

/**
 * `node deploy/release/pack.ts` writes `dist/package/` and packs it: the package `@reverie/server`, for people without a clone. Needs
 * `npm run build`. The folder is laid out like the repository, so the server finds its files as it does in a clone. The last
 * line printed is the path of the archive.
 */
const target = join(repository, 'dist/package')
const at = (path: string) => join(repository, path)

for (const path of ['server/dist/main.js', 'console/dist/index.html', 'sdk/dist/package.json'])
  if (!existsSync(at(path))) throw new Error(`${path} is not there. Run: npm run build`)

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
// Maps point to sources that the package does not have.
const isShipped = (path: string) => !path.endsWith('.map')
for (const path of [
  'server/bin',
  'server/dist',
  'server/judge/weights',
  'console/dist',
  'scripts/postgres',
  'LICENSE',
])
  cpSync(at(path), join(target, path), { recursive: true, filter: isShipped })
cpSync(at('server/README.md'), join(target, 'README.md'))
chmodSync(join(target, 'server/bin/reverie.js'), 0o755)
containSdk()

const manifest = describePackage()
write('package.json', JSON.stringify(manifest, null, 2))
// Read for the version, and by Node.js, which takes the files below it for ES modules.
write('server/package.json', JSON.stringify({ private: true, version: manifest.version, type: 'module' }))
write('npm-shrinkwrap.json', writeShrinkwrap(readLockfile(), 'server', manifest))
const packed = execFileSync(
  'npm',
  ['pack', '--silent', '--ignore-scripts', '--pack-destination', at('dist'), target],
  {
    encoding: 'utf8',
  },
)
console.log(join('dist', packed.trim().split('\n').at(-1)!))

function describePackage(): Manifest {
  const root = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const server = JSON.parse(readFileSync(at('server/package.json'), 'utf8'))
  return {
    name: server.name,
    version: server.version,
    description: root.description,
    keywords: ['ai', 'memory', 'rag', 'search', 'mcp', 'agents', 'pgvector'],
    license: server.license,
    type: 'module',
    engines: server.engines,
    bin: { reverie: 'server/bin/reverie.js' },
    files: ['server', 'console', 'sdk', 'scripts', 'npm-shrinkwrap.json'],
    dependencies: withoutSdk(server.dependencies),
  }
}

/**
 * Puts the built SDK into the package, and lets the server import it by path. As a dependency, it would have to be on npm before
 * the server can be tried; bundled, `npm ci` inside the unpacked package would look for it there too.
 */
function containSdk(): void {
  cpSync(at('sdk/dist'), join(target, 'sdk'), { recursive: true, filter: path => !path.endsWith('.d.ts') })
  for (const path of globSync(join(target, 'server/dist/**/*.js'))) {
    const code = readFileSync(path, 'utf8')
    const sdk = relative(dirname(path), join(target, 'sdk/reverie.js'))
    const changed = code.replaceAll(/(from |import\()'@reverie\/sdk'/g, `$1'${sdk}'`)
    if (changed.includes("'@reverie/"))
      throw new Error(`${path} imports a package of ours in a way that is not known here`)
    if (changed !== code) writeFileSync(path, changed)
  }
}

function withoutSdk({ '@reverie/sdk': _, ...others }: Record<string, string>): Record<string, string> {
  return { ...others, ...JSON.parse(readFileSync(at('sdk/package.json'), 'utf8')).dependencies }
}

function write(path: string, text: string): void {
  writeFileSync(join(target, path), `${text.trimEnd()}\n`)
}
