import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { listMemoriesOfDocument } from '../memories/source-store.ts'
import type { MemoryRow } from '../memories/store.ts'
import type { DocumentName } from './get-document.ts'
import type { DocumentWithContent } from './store.ts'
import { withDocument } from './with-document.ts'

/** A document with the memories formed from it. */
export function getWithMemories(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
): Promise<{ document: DocumentWithContent; memories: MemoryRow[] }> {
  return withDocument(cells, principal, name, async (db, document) => ({
    document,
    memories: await listMemoriesOfDocument(db, document, document.id),
  }))
}
