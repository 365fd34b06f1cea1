import { counted } from '../../parts/numbers.ts'

/** What a deletion does, in numbers, before it is done. */
export function DeletionWords({ memories }: { memories: number }) {
  return (
    <>
      The text, chunks, vectors and files are erased for good.
      {memories > 0 &&
        ` Of the ${counted(memories, 'memory', 'memories')} that cite them, those without another source are forgotten.`}{' '}
      This cannot be undone. You get a receipt.
    </>
  )
}
