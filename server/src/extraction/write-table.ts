import type { TextBuilder } from './text-builder.ts'

/** So that a chunk of a long table is not without its head. */
const rowsPerBlock = 50

/** A table as blocks of some rows, each with the head. */
export function writeTable(builder: TextBuilder, rows: readonly (readonly string[])[]): void {
  const [head, ...body] = rows
  if (!head) return
  if (body.length <= rowsPerBlock) builder.table(rows)
  else
    for (let i = 0; i < body.length; i += rowsPerBlock)
      builder.table([head, ...body.slice(i, i + rowsPerBlock)])
}
