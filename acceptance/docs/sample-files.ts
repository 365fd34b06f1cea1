import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the files that samples upload into the directory where the samples run. */
export function writeSampleFiles(directory: string): void {
  mkdirSync(join(directory, 'blobs'), { recursive: true })
  writeFileSync(join(directory, 'report.pdf'), pdf('Kilns are fired at 1,200 degrees for eleven hours.'))
  writeFileSync(join(directory, 'notes.md'), '# Glazes\n\nThe celadon glaze needs iron oxide.\n')
}

/** The smallest PDF that shows one line of text. */
function pdf(line: string): string {
  const content = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const entries = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}
