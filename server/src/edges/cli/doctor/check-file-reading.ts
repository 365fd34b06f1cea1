import type { Config } from '../../../platform/config.ts'
import { createBox } from '../../../platform/extraction/box/box.ts'
import { chooseSandbox, isSolid, type Sandbox } from '../../../platform/extraction/box/sandbox.ts'
import { boxSettingsOf } from '../../../platform/extraction/box/settings.ts'
import { isExposed } from '../../../platform/lib/is-exposed.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const subject = 'reading files'

const todo =
  'Install bubblewrap and let it create namespaces, or use a kernel with Landlock (5.13 or newer) and Perl: docs/deploy/compose.md.'

/** Reads a small file in the sandbox that uploads are read in. */
export async function checkFileReading(config: Config): Promise<Finding[]> {
  const box = createBox(boxSettingsOf(config))
  try {
    const sandbox = await chooseSandbox(config.EXTRACT_SANDBOX)
    const started = performance.now()
    await box.extract({ name: 'note.txt', contentType: 'text/plain', bytes: Buffer.from('A short note.') })
    const ms = Math.round(performance.now() - started)
    return [judge(sandbox, config, ms)]
  } catch (error) {
    return [failure(subject, (error as Error).message, todo)]
  } finally {
    await box.close()
  }
}

function judge(sandbox: Sandbox, config: Config, ms: number): Finding {
  const { kind, reason } = sandbox
  if (kind === 'bubblewrap') return ok(subject, `sandboxed by bubblewrap, ${ms} ms for a first small file`)
  if (isSolid(sandbox))
    return ok(subject, `sandboxed by Landlock and seccomp, ${ms} ms for a first small file; ${reason}`)
  const found = `by the permission model of Node.js${kind === 'none' ? '' : ', without images and recordings'}: ${reason}`
  if (isExposed(config)) return failure(subject, `${found}, on a server that others can reach`, todo)
  return kind === 'none' ? ok(subject, found) : warning(subject, found, todo)
}
