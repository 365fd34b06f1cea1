import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reachableFrom, readLockfile, repository } from './lockfile.ts'

/**
 * Writes `console/dist/third-party-licences.txt`: the licences of the packages that are bundled into the console. Bundled code
 * has lost its licence files, and most licences demand that their text is passed on. Packages next to the server keep theirs.
 */
const lockfile = readLockfile()
const paths = [...reachableFrom(lockfile, 'console')].filter(path => path.includes('node_modules/')).sort()
const notices = paths.map(path => {
  const { version, license } = lockfile[path]!
  const heading = `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`
  return `${heading}\n${'-'.repeat(heading.length)}\n\n${readLicence(join(repository, path), heading)}\n`
})
writeFileSync(join(repository, 'console/dist/third-party-licences.txt'), notices.join('\n\n'))

function readLicence(folder: string, heading: string): string {
  const names = readdirSync(folder).filter(name => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = names.map(name => readFileSync(join(folder, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n') : `The package has no file with its licence: ${heading}.`
}
