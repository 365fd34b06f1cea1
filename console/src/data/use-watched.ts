import type { Document, DocumentEvent } from '@reverie/sdk'
import { useEffect } from 'react'
import { reverie } from './client.ts'

/** With the overview and the uploads, four of the six connections that a browser has to a server without HTTP/2. */
const mostWatched = 2

type Watched = Pick<Document, 'id' | 'status' | 'dreamingStatus'>

/** Follows the first unfinished documents of a list by their own events, stage by stage. `onEvent` must not change. */
export function useWatched(
  rows: readonly Watched[] | undefined,
  onEvent: (event: DocumentEvent) => void,
): void {
  const ids = rows
    ?.filter(isUnfinished)
    .slice(0, mostWatched)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (!ids) return
    const stop = new AbortController()
    for (const id of ids.split(' ')) void watch(id, stop.signal, onEvent).catch(() => undefined)
    return () => stop.abort()
  }, [ids, onEvent])
}

const isUnfinished = ({ status, dreamingStatus }: Watched) =>
  status !== 'failed' && (status !== 'done' || dreamingStatus === 'dreaming')

async function watch(
  id: string,
  signal: AbortSignal,
  onEvent: (event: DocumentEvent) => void,
): Promise<void> {
  for await (const event of reverie.documents.watch(id, { signal })) onEvent(event)
}
