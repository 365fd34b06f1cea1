import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { extractText, getDocumentProxy } from 'unpdf'

/** unpdf as it comes, nothing around it: reads the paths on standard input, and says of each how many pages it had. */
for await (const path of createInterface({ input: process.stdin })) {
  let pages = 0
  try {
    const pdf = await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 })
    pages = (await extractText(pdf)).totalPages
    await pdf.cleanup()
  } catch {
    // What it cannot read counts as no pages, on both sides.
  }
  process.stdout.write(`${pages}\n`)
}
