import type { Document } from '@reverie/sdk'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { deleteAll } from './change-documents.ts'
import { DeletionWords } from './deletion-words.tsx'

/** Deletes one document, after the numbers were shown. */
export function DeleteDocument({
  of: document,
  onDeleted,
}: {
  of: Document
  onDeleted(receipts: string[] | undefined): void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trash2 size={14} aria-hidden />
        Delete
      </Button>
      <Confirm
        title="Delete this document?"
        action="Delete the document"
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => void deleteAll([document]).then(onDeleted)}
      >
        <DeletionWords memories={document.memories?.length ?? 0} />
      </Confirm>
    </>
  )
}
