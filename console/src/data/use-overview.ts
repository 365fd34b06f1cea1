import type { Overview } from '@reverie/sdk'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reverie } from './client.ts'

const queryKey = ['overview']
const longestPauseMs = 30_000

/** Components that use the overview. They share one stream, because a browser has six connections to a server without HTTP/2. */
let users = 0
let stream: AbortController | undefined

/** The overview, kept current by server-sent events. A lost stream is opened again, later each time. */
export function useOverview() {
  const client = useQueryClient()
  useEffect(() => {
    users += 1
    if (users === 1) {
      stream = new AbortController()
      void follow(stream.signal, overview => take(client, overview))
    }
    return () => {
      users -= 1
      if (users === 0) stream?.abort()
    }
  }, [client])
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => reverie.overview({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Lists that depend on a count are read again when it has changed. */
function take(client: QueryClient, overview: Overview): void {
  const before = client.getQueryData<Overview>(queryKey)
  client.setQueryData(queryKey, overview)
  if (before?.pending !== overview.pending || before?.failed !== overview.failed)
    void client.invalidateQueries({ queryKey: ['processing'] })
  if (before?.failed !== overview.failed) void client.invalidateQueries({ queryKey: ['failures'] })
}

async function follow(signal: AbortSignal, onChange: (overview: Overview) => void): Promise<void> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      for await (const overview of reverie.watchOverview({ signal })) {
        onChange(overview)
        pauseMs = 1_000
      }
    } catch {
      // The query above reports a failure of the server; the stream only tries again.
    }
    if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}
