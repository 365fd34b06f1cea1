import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { extractText, getDocumentProxy } from 'unpdf'

/** unpdf alone: reads paths from standard input, and prints the number of pages of each. */
for await (const path of createInterface({ input: process.stdin })) {
  let pages = 0
  try {
    const pdf = await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 })
    pages = (await extractText(pdf)).totalPages
    await pdf.cleanup()
  } catch {
    // An unreadable file counts as no pages, on both sides.
  }
  process.stdout.write(`${pages}\n`)
}
