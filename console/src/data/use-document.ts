import type { DocumentEvent } from '@reverie/sdk'
import { useEffect, useState } from 'react'
import { reverie } from './client.ts'

/** The state of a document as it is processed, live. Undefined until the first event. */
export function useDocumentEvents(id: string | undefined): DocumentEvent | undefined {
  const [event, setEvent] = useState<DocumentEvent>()
  useEffect(() => {
    setEvent(undefined)
    if (id === undefined) return
    const stop = new AbortController()
    void (async () => {
      for await (const next of reverie.documents.watch(id, { signal: stop.signal })) setEvent(next)
    })().catch(() => undefined)
    return () => stop.abort()
  }, [id])
  return event
}
