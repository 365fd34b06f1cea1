/** A table in Markdown. All columns but the first are numbers. */
export function toTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (values: readonly string[]) => `| ${values.map(value => value.trim()).join(' | ')} |`
  return [
    line(head),
    `|${head.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`,
    ...lines.map(line),
  ].join('\n')
}
