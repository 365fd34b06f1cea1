import type { Row } from './tally.ts'

export type WebFigures = {
  pages: number
  precision: number
  recall: number
  f1: number
  pagesPerSecond: number
}

/** The part of docs/evaluation.md on what is read in files. */
export function describeExtraction(
  byExtension: readonly Row[],
  byFamily: readonly Row[],
  web: WebFigures,
): string {
  return `## Reading files

Made by \`npm run eval:extract -- --write\`: every file of the test sets of eleven other parsers, through the glass box.
*Recall* is the share of the word tokens that another engine finds in the file (pdftotext, the text of the OOXML parts,
tesseract 5) and we find too; the references of docx, pptx and xlsx join words across paragraphs, so there a token is
also found when words of ours that stand nowhere else make it up (*plain* is without that); *at .95* the share of files with at least that much. A file that another engine reads and
we do not counts as 0. The rest of the files end with a code.

${table(byFamily)}

${table(byExtension)}

The body of the article in ${web.pages} pages of the web, as the article extraction benchmark counts (shingles of four
tokens): precision ${web.precision}, recall ${web.recall}, **F1 ${web.f1}**; ${web.pagesPerSecond} pages a second.
`
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    row =>
      `| ${row.name} | ${row.files} | ${row.withText} | ${row.compared} | ${row.recall ?? ''} | ${row.plainRecall === row.recall ? '' : (row.plainRecall ?? '')} | ${row.share95 ?? ''} | ${row.pagesPerSecond} | ${codesOf(row)} |`,
  )
  return [
    '| | files | with text | compared | recall | plain | at .95 | pages/s | codes |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...lines,
  ].join('\n')
}

function codesOf({ codes }: Row): string {
  return Object.entries(codes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => `${code.replace('extract.', '')} ${count}`)
    .join(', ')
}
