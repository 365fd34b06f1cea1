import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import type { DocumentName } from './get-document.ts'
import { type AttemptRow, isLive, type LlmCallRow, listAttempts, listLlmCalls } from './parts-store.ts'
import { withDocument } from './with-document.ts'

export type DocumentAttempts = { attempts: AttemptRow[]; llmCalls: LlmCallRow[] }

/** Every attempt at processing a document, and the language model calls made for it. */
export function listAttemptsOf(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
): Promise<DocumentAttempts> {
  return withDocument(cells, principal, name, async (db, document) => {
    const attempts = await listAttempts(db, document, document.id)
    const llmCalls = await listLlmCalls(db, document, document.id)
    return (await isLive(db, document, document.id)) ? { attempts, llmCalls } : undefined
  })
}
