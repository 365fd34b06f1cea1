import { FolderInput, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { hasFailed } from '../../parts/document-state.tsx'
import { counted } from '../../parts/numbers.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { deleteAll, moveAll, retryAll } from './change-documents.ts'
import { DeletionWords } from './deletion-words.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { DocumentRow } from './use-documents.ts'

/** The actions for chosen documents. Each one says how many it is about before it acts. */
export function BulkBar({
  chosen,
  onDone,
  onDeleted,
}: {
  chosen: readonly DocumentRow[]
  onDone(): void
  /** The bar goes with the rows, so the page shows their receipts. */
  onDeleted(receipts: string[] | undefined): void
}) {
  const [asking, setAsking] = useState<'delete' | 'move'>()
  const failed = chosen.filter(hasFailed)
  const memories = chosen.reduce((sum, { memoryCount }) => sum + memoryCount, 0)
  const close = (open: boolean) => !open && setAsking(undefined)
  return (
    <>
      <SelectionBar count={chosen.length} noun="document" onClear={onDone}>
        {failed.length > 0 && (
          <Button look="quiet" onClick={() => void retryAll(failed).then(onDone)}>
            <RotateCw size={14} aria-hidden />
            Retry {failed.length}
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsking('move')}>
          <FolderInput size={14} aria-hidden />
          Move
        </Button>
        <Button look="quiet" onClick={() => setAsking('delete')}>
          <Trash2 size={14} aria-hidden />
          Delete
        </Button>
      </SelectionBar>
      <Confirm
        title={`Delete ${counted(chosen.length, 'document')}?`}
        action={`Delete ${chosen.length}`}
        open={asking === 'delete'}
        onOpenChange={close}
        onConfirm={() => void deleteAll(chosen).then(onDeleted)}
      >
        <DeletionWords memories={memories} />
      </Confirm>
      <MoveDialog
        count={chosen.length}
        open={asking === 'move'}
        onOpenChange={close}
        onMove={tag => void moveAll(chosen, tag).then(onDone)}
      />
    </>
  )
}
