import type { Logger } from 'pino'
import type { Config } from '../../platform/config.ts'
import { BoxUnavailable, chooseWalls, isSolid } from '../../platform/extraction/box/walls.ts'

const todo =
  'Install bubblewrap and let it create namespaces, or use a kernel with Landlock (5.13 or newer) and Perl. "reverie doctor" checks it.'

/** Strangers' files are parsed here; whoever runs this should know behind what. A server without walls still serves texts. */
export async function tellOfWalls({ EXTRACT_SANDBOX: mode }: Config, logger: Logger): Promise<void> {
  try {
    const walls = await chooseWalls(mode)
    if (isSolid(walls)) return
    const { reason } = walls
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
