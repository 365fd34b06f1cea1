import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exceptions, shippedPackages } from './licences.ts'
import { readLockfile, repository } from './lockfile.ts'

/** Writes `dist/licences.md`: every npm package that ships, with its licence. `check.ts` decides which may ship. */
const rows = shippedPackages(readLockfile()).map(
  ({ name, version, licence, with: workspace }) => `| ${name} | ${version} | ${licence} | ${workspace} |`,
)
const reasons = exceptions.map(({ name, licence, why }) => `- \`${name.source}\` (${licence}): ${why}`)
const text = `# Licences of the npm packages that ship with Reverie

Reverie itself: Apache-2.0. \`server\`: installed next to the server. \`console\`: bundled into the console.

## Not permissive

${reasons.join('\n')}

## All

| Package | Version | Licence | Part |
|---|---|---|---|
${rows.join('\n')}
`
mkdirSync(join(repository, 'dist'), { recursive: true })
writeFileSync(join(repository, 'dist/licences.md'), text)
console.log(`dist/licences.md: ${rows.length} packages`)
