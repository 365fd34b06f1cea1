import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '../../src/platform/connectors/git.ts'
import { testSource } from '../../test/connectors/test-source.ts'
import { worlds } from '../../test/connectors/worlds/worlds.ts'
import { driveWorld } from './drive-world.ts'

/** A repository of 2,000 files that git's own http-backend serves, read by the git of this machine. */
const world = await worlds.git!('')
const workFolder = mkdtempSync(join(tmpdir(), 'reverie-git-'))
const source = () => {
  const { settings } = world.connection()
  return { ...testSource(git, { settings: settings as never, credentials: {} }), workFolder }
}
try {
  await driveWorld(world, git, { items: 2_000, source, keyOf: id => id })
} finally {
  rmSync(workFolder, { recursive: true, force: true })
}
