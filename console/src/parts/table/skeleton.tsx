/** Rows of the height that the table will have. */
export function TableSkeleton({ rows = 14 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="min-h-0 flex-1 overflow-hidden border-line border-t">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => row).map(row => (
        <div key={row} className="flex h-9 items-center gap-4 border-line border-b px-4 max-md:h-14 sm:px-6">
          <div className="skeleton h-3" style={{ width: `${46 - ((row * 11) % 23)}%` }} />
          <div className="skeleton ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  )
}
