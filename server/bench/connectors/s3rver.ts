import { s3 } from '../../src/platform/connectors/s3.ts'
import { testSource } from '../../test/connectors/test-source.ts'
import { closeWorlds, worlds } from '../../test/connectors/worlds/worlds.ts'
import { driveWorld } from './drive-world.ts'

/** A bucket of s3rver with 500 objects. */
const world = await worlds.S3!('')
const source = () => {
  const { settings, credentials } = world.connection()
  return testSource(s3, { settings: settings as never, credentials: credentials as never })
}
try {
  await driveWorld(world, s3, { items: 500, source, keyOf: id => id })
} finally {
  await closeWorlds()
}
