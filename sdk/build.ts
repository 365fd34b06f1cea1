import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes `dist/`, the package as it is published: JavaScript, types and README, with a package.json of its own. In this
 * repository the sources are used as they are.
 */
const at = (path: string) => join(import.meta.dirname, path)

rmSync(at('dist'), { recursive: true, force: true })
execFileSync(process.execPath, [at('../node_modules/typescript/bin/tsc'), '-p', at('tsconfig.build.json')], {
  stdio: 'inherit',
})
const { private: _, devDependencies, ...manifest } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const exports = { '.': { types: './reverie.d.ts', default: './reverie.js' } }
writeFileSync(at('dist/package.json'), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`)
copyFileSync(at('README.md'), at('dist/README.md'))
