import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes `dist/`, the package to publish: JavaScript, types, README, license and a package.json of its own. Within this
 * repository the TypeScript sources are used directly, so the package.json beside this file is private.
 */
const at = (path: string) => join(import.meta.dirname, path)

rmSync(at('dist'), { recursive: true, force: true })
execFileSync(process.execPath, [at('../node_modules/typescript/bin/tsc'), '-p', at('tsconfig.build.json')], {
  stdio: 'inherit',
})
// tsc rewrites `./x.ts` to `./x.js` in JavaScript, but not in declarations.
for (const path of globSync(at('dist/**/*.d.ts'))) {
  const types = readFileSync(path, 'utf8')
  writeFileSync(path, types.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
const source = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const manifest = {
  name: source.name,
  version: source.version,
  description: source.description,
  keywords: source.keywords,
  license: source.license,
  type: source.type,
  sideEffects: source.sideEffects,
  engines: source.engines,
  // `default` and not `import`: Node.js 20.19 and newer can require() an ES module, unless the exports forbid it.
  exports: {
    '.': { types: './reverie.d.ts', default: './reverie.js' },
    './package.json': './package.json',
  },
  files: ['*.js', '*.d.ts', 'generated'],
  dependencies: source.dependencies,
}
writeFileSync(at('dist/package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(at('README.md'), at('dist/README.md'))
copyFileSync(at('../LICENSE'), at('dist/LICENSE'))
