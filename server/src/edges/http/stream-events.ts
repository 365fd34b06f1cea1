import { AppError } from '../../platform/errors.ts'
import type { ServerEvent } from '../../platform/routing/replies.ts'

/** A line of nothing every so often: proxies close connections that are silent for a minute. */
const silenceMs = 15_000
/** How often a stream looks whether its key is still good. Keys are known for two seconds, so this costs a read at most. */
const recheckMs = 3_000

/** Reasons to end a stream before its events are over. */
export type StreamEnding = {
  /** The server is about to stop: clients come again by themselves. */
  isStopping: () => boolean
  /** Refuses with an `auth` error when the key was disabled or has expired. */
  checkKey: () => Promise<void>
}

/** Events as they go over the wire. Ends with them, with the key, or when the server is about to stop. */
export async function* streamEvents(
  events: AsyncIterable<ServerEvent>,
  { isStopping, checkKey }: StreamEnding,
): AsyncGenerator<string> {
  let spokeAt = performance.now()
  let checkedAt = spokeAt
  for await (const event of events) {
    if (isStopping()) return
    const now = performance.now()
    if (now - checkedAt >= recheckMs) {
      if (await isRefused(checkKey)) return
      checkedAt = now
    }
    if (!event && now - spokeAt < silenceMs) continue
    spokeAt = now
    yield event ? `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n` : ': still here\n\n'
  }
}

/** A directory that is away for a moment is no refusal. */
async function isRefused(checkKey: () => Promise<void>): Promise<boolean> {
  try {
    await checkKey()
    return false
  } catch (error) {
    return error instanceof AppError && error.code.startsWith('auth.')
  }
}
