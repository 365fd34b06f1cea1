import { Button } from './button.tsx'

/** The foot of a list whose rows are picked from many: it has stopped looking by itself. */
export function MoreRows({ onMore, isBusy }: { onMore(): void; isBusy: boolean }) {
  return (
    <p className="flex items-center gap-3 border-line border-t px-4 py-2 text-muted sm:px-6">
      There may be more, further back.
      <Button onClick={onMore} disabled={isBusy}>
        Look further
      </Button>
    </p>
  )
}
