import type { Connection } from '@reverie/sdk'
import { useEffect, useRef } from 'react'
import { queries } from '../../data/client.ts'
import { failuresKey, runsKey } from '../../data/connections.ts'

/** Reads runs and failures again when a run began or ended, or the number of failures changed. */
export function useRefreshAfterRuns(connection: Connection | undefined): void {
  const { id, lastSyncRun, failureCount } = connection ?? {}
  const state = connection && `${lastSyncRun?.id} ${lastSyncRun?.status} ${failureCount}`
  const before = useRef(state)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== state
    before.current = state
    if (!hasChanged || id === undefined) return
    void queries.invalidateQueries({ queryKey: runsKey(id) })
    void queries.invalidateQueries({ queryKey: failuresKey(id) })
  }, [id, state])
}
