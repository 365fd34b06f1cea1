import { reverie } from '../../data/client.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { retryAll } from '../documents/change-documents.ts'
import { type ProcessingRow, refreshProcessing } from './use-processing.ts'

/** The stream of counts compares once a second: a document that fails again within it is not seen there. */
const sureMs = 2_500

async function refreshTwice(): Promise<void> {
  setTimeout(() => void refreshProcessing(), sureMs)
  await refreshProcessing()
}

/** Retries the chosen documents, one by one. */
export async function retryChosen(rows: readonly ProcessingRow[]): Promise<void> {
  await retryAll(rows)
  await refreshTwice()
}

/** Retries every failed document of a container or the organization, or those with one code. */
export async function retryFailed(of: {
  tag?: string | undefined
  code?: string | undefined
}): Promise<void> {
  try {
    const count = await reverie.documents.retryFailed({
      ...(of.tag && { containerTag: of.tag }),
      ...(of.code && { codes: [of.code] }),
    })
    say(count === 0 ? 'Nothing was left to retry.' : `${counted(count, 'document')} tried again.`)
  } catch (error) {
    sayError(error)
  }
  await refreshTwice()
}
