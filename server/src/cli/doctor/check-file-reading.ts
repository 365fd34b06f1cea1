import type { Config } from '../../config.ts'
import { createBox } from '../../extraction/box/box.ts'
import { boxSettingsOf } from '../../extraction/box/settings.ts'
import { chooseWalls } from '../../extraction/box/walls.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const subject = 'reading of files'

/** Reads a small file in the sandbox that uploads are read in. */
export async function checkFileReading(config: Config): Promise<Finding[]> {
  const box = createBox(boxSettingsOf(config))
  try {
    const { kind, reason } = await chooseWalls(config.EXTRACT_SANDBOX)
    const started = performance.now()
    await box.extract({ name: 'note.txt', contentType: 'text/plain', bytes: Buffer.from('A short note.') })
    const ms = Math.round(performance.now() - started)
    if (kind === 'bubblewrap') return [ok(subject, `behind bubblewrap, ${ms} ms for a first small one`)]
    const found = `by Node's permission model, which does not block the network: ${reason}`
    if (config.EXTRACT_SANDBOX === 'off') return [ok(subject, found)]
    const todo = 'Install bubblewrap and let it create namespaces, or accept this with EXTRACT_SANDBOX=off.'
    return [warning(subject, found, todo)]
  } catch (error) {
    return [failure(subject, (error as Error).message, 'Check the settings that begin with EXTRACT.')]
  } finally {
    await box.close()
  }
}
