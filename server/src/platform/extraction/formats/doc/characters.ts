/** Control characters that stand for something else in the text. */
export const characters = {
  noteReference: '\u0002',
  commentReference: '\u0005',
  cellEnd: '\u0007',
  pageBreak: '\f',
  paragraphEnd: '\r',
}

/** Readable text: results of fields without their instructions, and no marks of pictures and the like. */
export function cleaned(text: string): string {
  return withoutInstructions(text)
    .replaceAll('\u001e', '-')
    .replaceAll('\u001f', '')
    .replaceAll('\u00ad', '')
    .replaceAll('\u000b', '\n')
    .replace(/\p{Cc}/gu, char => (char === '\n' || char === '\t' ? char : ''))
    .toWellFormed()
}

/** A field is 0x13 instruction 0x14 result 0x15; its instruction may contain fields. */
function withoutInstructions(text: string): string {
  if (!text.includes('\u0013')) return text
  let shown = ''
  const fields: { instruction: string; hasResult: boolean }[] = []
  let instructions = 0
  const put = (part: string): void => {
    if (instructions === 0) shown += part
    else fields.findLast(field => !field.hasResult)!.instruction += part
  }
  for (const char of text) {
    const field = fields.at(-1)
    if (char === '\u0013') {
      fields.push({ instruction: '', hasResult: false })
      instructions++
    } else if (char === '\u0014' && field && !field.hasResult) {
      field.hasResult = true
      instructions--
    } else if (char === '\u0015') {
      if (fields.pop()?.hasResult === false) {
        instructions--
        put(formulaOf(field!.instruction))
      }
    } else put(char)
  }
  return shown
}

/** A formula has no result; its text is in its instruction: `EQ \o\ad(\s\up 9(reading),characters)`, `EQ \f(1,2)`. */
function formulaOf(instruction: string): string {
  const [, formula] = /^\s*EQ\s(.*)$/is.exec(instruction) ?? []
  if (formula === undefined) return ''
  const [, reading, characters] = /\\up\s*\d*\(([^()]*)\)\s*[,;]([^()]*)\)/i.exec(formula) ?? []
  if (characters !== undefined) return `${characters.trim()}(${reading!.trim()})`
  return formula
    .replace(/\\\*\s*(?:"[^"]*"|\S+)/g, ' ')
    .replace(/\\[a-z]+/gi, ' ')
    .replace(/[(),;\s]+/g, ' ')
    .trim()
}
