const records = { textBox: 0x01b6, continued: 0x003c, chartText: 0x100d }

/** Further text boxes are left out. */
const maxBoxes = 5_000

/**
 * Texts drawn on the sheets of a workbook before 2007, which the library does not read: boxes, comments, and titles
 * and names in charts.
 */
export function readTextBoxes(workbook: Buffer): string[] {
  const texts: string[] = []
  let length = 0
  for (let at = 0; at + 4 <= workbook.length && texts.length < maxBoxes; ) {
    const type = workbook.readUInt16LE(at)
    const content = workbook.subarray(at + 4, at + 4 + workbook.readUInt16LE(at + 2))
    // The text box states the length of its text; the next record holds the text.
    if (type === records.continued && length > 0) texts.push(readText(content, length))
    else if (type === records.chartText && content.length > 4) texts.push(readChartText(content))
    length = type === records.textBox && content.length >= 12 ? content.readUInt16LE(10) : 0
    at += 4 + workbook.readUInt16LE(at + 2)
  }
  return texts
}

/** The length is in the third byte. Before 1997 no byte for the character width follows it. */
function readChartText(content: Buffer): string {
  const isNarrow = content[3]! > 1
  return readText(isNarrow ? Buffer.from([0, ...content.subarray(3)]) : content.subarray(3), content[2]!)
}

function readText(content: Buffer, length: number): string {
  const isWide = content[0] === 1
  const bytes = content.subarray(1, 1 + length * (isWide ? 2 : 1))
  return bytes
    .toString(isWide ? 'utf16le' : 'latin1')
    .toWellFormed()
    .replaceAll('\r', '\n')
}
