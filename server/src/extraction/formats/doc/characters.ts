/** What stands in the text for something else. */
export const characters = {
  noteReference: '\u0002',
  commentReference: '\u0005',
  cellEnd: '\u0007',
  pageBreak: '\f',
  paragraphEnd: '\r',
}

/** Text as it is read: what fields show and not how, no marks of pictures and the like. */
export function cleaned(text: string): string {
  return withoutInstructions(text)
    .replaceAll('\u001e', '-')
    .replaceAll('\u001f', '')
    .replaceAll('\u00ad', '')
    .replaceAll('\u000b', '\n')
    .replace(/\p{Cc}/gu, char => (char === '\n' || char === '\t' ? char : ''))
    .toWellFormed()
}

/** A field is 0x13 instruction 0x14 result 0x15, and may have fields in its instruction. */
function withoutInstructions(text: string): string {
  if (!text.includes('\u0013')) return text
  let shown = ''
  const isInstruction: boolean[] = []
  let instructions = 0
  for (const char of text) {
    if (char === '\u0013') {
      isInstruction.push(true)
      instructions++
    } else if (char === '\u0014' || char === '\u0015') {
      if (isInstruction.pop()) instructions--
      if (char === '\u0014') isInstruction.push(false)
    } else if (instructions === 0) shown += char
  }
  return shown
}
