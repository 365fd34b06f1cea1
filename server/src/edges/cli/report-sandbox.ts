import type { Logger } from 'pino'
import type { Config } from '../../platform/config.ts'
import { BoxUnavailable, chooseSandbox, isSolid } from '../../platform/extraction/box/sandbox.ts'

const todo =
  'Install bubblewrap and let it create namespaces, or use a kernel with Landlock (5.13 or newer) and Perl. "reverie doctor" checks it.'

/** Logs a warning if untrusted files are parsed without a full sandbox. A server without any sandbox still serves texts. */
export async function reportSandbox({ EXTRACT_SANDBOX: mode }: Config, logger: Logger): Promise<void> {
  try {
    const sandbox = await chooseSandbox(mode)
    if (isSolid(sandbox)) return
    const { reason } = sandbox
    const found =
      mode === 'off'
        ? 'files, images and recordings are read without a sandbox'
        : 'files are read without a sandbox; images and recordings are not read'
    logger.warn({ reason, todo }, found)
  } catch (error) {
    if (!(error instanceof BoxUnavailable)) throw error
    logger.error({ reason: error.message, todo }, 'uploaded files wait: there is no sandbox to read them in')
  }
}
