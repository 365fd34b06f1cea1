import { AppError } from '../../platform/errors.ts'
import type { ServerEvent } from '../../platform/routing/replies.ts'

/** Interval of the keep-alive comment. Proxies close connections that are silent for a minute. */
const silenceMs = 15_000
/** Interval at which a stream checks its key. Keys are cached for two seconds, so a check costs at most one read. */
const recheckMs = 3_000

/** Reasons to end a stream before its events are over. */
export type StreamEnding = {
  /** The server is about to stop. Clients reconnect by themselves. */
  isStopping: () => boolean
  /** Throws an `auth` error if the key was disabled or has expired. */
  checkKey: () => Promise<void>
}

/** Encodes events as server-sent events. Ends with the last event, when the key becomes invalid, or when the server stops. */
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

/** A directory that is unreachable for a moment does not count as a refusal. */
async function isRefused(checkKey: () => Promise<void>): Promise<boolean> {
  try {
    await checkKey()
    return false
  } catch (error) {
    return error instanceof AppError && error.code.startsWith('auth.')
  }
}
