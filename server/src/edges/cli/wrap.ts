/** Indents a text, and on a terminal breaks it between words so that each of its lines is indented. */
export function wrap(
  text: string,
  indent: string,
  columns = process.stdout.isTTY ? process.stdout.columns : undefined,
): string {
  const room = (columns ?? Number.POSITIVE_INFINITY) - indent.length
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && [...last].length + 1 + [...word].length <= room)
      lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines.map(line => indent + line).join('\n')
}
