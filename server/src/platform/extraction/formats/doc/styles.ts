import type { Story } from './fib.ts'

/** Word's numbers for its built-in styles: 1 to 9 are headings. */
const titleStyle = 62
const maxChain = 20

/** Heading level by style. */
export function readHeadings(table: Buffer, { start, end }: Story): ReadonlyMap<number, number> {
  const styles = readStyles(table, start, Math.min(end, table.length))
  const headings = new Map<number, number>()
  for (const number of styles.keys()) {
    let style = styles.get(number)
    for (let i = 0; style && i < maxChain; i++) {
      const level = style.known === titleStyle ? 1 : style.known
      if (level >= 1 && level <= 9) {
        headings.set(number, level)
        break
      }
      style = styles.get(style.base)
    }
  }
  return headings
}

function readStyles(table: Buffer, start: number, end: number): Map<number, { known: number; base: number }> {
  const styles = new Map<number, { known: number; base: number }>()
  if (start + 4 > end) return styles
  let at = start + 2 + table.readUInt16LE(start)
  const count = table.readUInt16LE(start + 2)
  for (let i = 0; i < count && at + 2 <= end; i++) {
    const size = table.readUInt16LE(at)
    if (size >= 4 && at + 6 <= end)
      styles.set(i, { known: table.readUInt16LE(at + 2) & 0xfff, base: table.readUInt16LE(at + 4) >> 4 })
    at += 2 + size
  }
  return styles
}
