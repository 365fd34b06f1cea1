import type { TextBuilder } from './text-builder.ts'

/** Rows per block, so that every chunk of a long table has the header. */
const rowsPerBlock = 50

/** Writes a table as blocks of some rows, each with the header. */
export function writeTable(builder: TextBuilder, rows: readonly (readonly string[])[]): void {
  const [head, ...body] = rows
  if (!head) return
  if (body.length <= rowsPerBlock) builder.table(rows)
  else
    for (let i = 0; i < body.length; i += rowsPerBlock)
      builder.table([head, ...body.slice(i, i + rowsPerBlock)])
}
