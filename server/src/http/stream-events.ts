import type { ServerEvent } from './route.ts'

/** A line of nothing every so often: proxies close connections that are silent for a minute. */
const silenceMs = 15_000

/** Events as they go over the wire. Ends with them, or when the server is about to stop: clients come again by themselves. */
export async function* streamEvents(
  events: AsyncIterable<ServerEvent>,
  isStopping: () => boolean,
): AsyncGenerator<string> {
  let spokeAt = performance.now()
  for await (const event of events) {
    if (isStopping()) return
    const isSilent = performance.now() - spokeAt >= silenceMs
    if (!event && !isSilent) continue
    spokeAt = performance.now()
    yield event ? `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n` : ': still here\n\n'
  }
}
