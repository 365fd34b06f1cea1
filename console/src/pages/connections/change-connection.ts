import type { ChosenResources, Connection, ConnectionChanges } from '@reverie/sdk'
import { queries, reverie, root } from '../../data/client.ts'
import { forgetConnection, refreshConnections, showChange } from '../../data/connections.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'

/** Shows a change at once, and what the server made of it after that. Answers whether it worked. */
async function change(work: () => Promise<string | undefined>): Promise<boolean> {
  try {
    const words = await work()
    if (words) say(words)
    return true
  } catch (error) {
    sayError(error)
    return false
  } finally {
    await refreshConnections()
  }
}

/** Pauses or resumes. The undo does the opposite. */
export async function setPaused(connection: Connection, paused: boolean, isUndo = false): Promise<void> {
  const { id } = connection
  showChange(id, paused ? { state: 'paused', nextRunAt: null } : { state: 'active', isRunWaiting: true })
  const isDone = await change(async () => {
    await reverie.connections.update(id, { paused })
    return undefined
  })
  if (isDone)
    say(
      paused ? 'Paused. Nothing is imported until it is resumed.' : 'Resumed.',
      isUndo ? {} : { undo: () => void setPaused(connection, !paused, true) },
    )
}

export function runNow({ id }: Connection): Promise<boolean> {
  showChange(id, { isRunWaiting: true })
  return change(async () => {
    await reverie.connections.import(id)
    return undefined
  })
}

/** Reaches the source once, and says what came of it. */
export const checkSource = ({ id }: Connection) =>
  change(async () => {
    const { ok, account, errorMessage } = await reverie.connections.test(id)
    if (!ok) throw new Error(`The source cannot be read: ${errorMessage}`)
    return account ? `The source can be read: ${account}.` : 'The source can be read.'
  })

export const retryFailures = ({ id }: Connection, externalIds?: string[]) => {
  showChange(id, { isRunWaiting: true })
  return change(async () => {
    const retried = await reverie.connections.retryFailures(id, externalIds)
    return retried === 0
      ? 'Nothing was left to read again.'
      : `${counted(retried, 'item')} will be read again.`
  })
}

export const chooseResources = ({ id }: Connection, resources: ChosenResources) =>
  change(async () => {
    await reverie.connections.configure(id, resources)
    return resources
      ? `${counted(resources.length, 'resource')} chosen. An import has started.`
      : 'Saved. An import has started.'
  })

/** Throws what the server refuses, so that a form can show it at its fields. */
export async function saveSettings({ id }: Connection, changes: ConnectionChanges): Promise<void> {
  await reverie.connections.update(id, changes)
  say(changes.settings || changes.credentials ? 'Saved. The source is read again.' : 'Saved.')
  await refreshConnections()
}

/** Removes it from what is shown at once. */
export async function deleteConnection(connection: Connection, deleteDocuments: boolean): Promise<void> {
  const { id } = connection
  forgetConnection(id)
  await change(async () => {
    await reverie.connections.delete(id, { deleteDocuments })
    return deleteDocuments
      ? 'The connection is deleted. Its documents go in the background.'
      : 'The connection is deleted. Its documents stay.'
  })
  if (deleteDocuments) void queries.invalidateQueries({ queryKey: ['documents'] })
}

/** Opens the provider's page. The browser comes back to the console. */
export async function authorizeAgain({ id }: Connection): Promise<void> {
  try {
    const { authLink } = await reverie.connections.authorize(id, { redirectUrl: returnAddress() })
    if (authLink) location.assign(authLink)
  } catch (error) {
    sayError(error)
  }
}

/** Where a provider sends the browser: this console, also below a path of a proxy. */
export const returnAddress = (): string => new URL('connections', root).href
