import type { Row } from './tally.ts'

export type WebFigures = {
  pages: number
  precision: number
  recall: number
  f1: number
  pagesPerSecond: number
}

/** The section of docs/evaluation.md on text extraction. */
export function describeExtraction(
  byExtension: readonly Row[],
  byFamily: readonly Row[],
  web: WebFigures,
): string {
  return `## Reading files

Made by \`npm run eval -- extract --hear --write\`: every file of the test sets of eleven other parsers, through the glass
box, recordings by whisper-base. *Recall* is the share of the word tokens that another engine finds in the file and we find,
too; *of ours* the share of our tokens that it has as well, which made-up or doubled text would lower; *at .95* the share of
files with at least that much recall. A file that the other engine reads and we do not counts as 0. The rest of the files end
with a code.

Who was asked stands in the last column: the data come with pdftotext, tesseract 5 and the bare text of the parts of docx,
pptx and xlsx. That joins words across paragraphs, so there a token is also found when words of ours that stand nowhere else
make it up (*plain* is without that), and it lacks the numbers of sheets, hence so little *of ours*. The other office files
are compared with what is installed of LibreOffice (its own document after reading, without numbers of lists, page numbers,
dates of today and the figures behind charts), pandoc, Python's email package and msgconvert. *office* is all of those: docx,
pptx, xlsx, odt, ods, odp, doc, xls, ppt, rtf, eml, msg and epub.

${table(byFamily)}

${table(byExtension)}

The body of the article in ${web.pages} pages of the web, as the article extraction benchmark counts (shingles of four
tokens): precision ${web.precision}, recall ${web.recall}, **F1 ${web.f1}**; ${web.pagesPerSecond} pages a second.
`
}

const columns = [
  'files',
  'with text',
  'compared',
  'recall',
  'plain',
  'at .95',
  'of ours',
  'pages/s',
  'codes',
  'compared with',
]

function table(rows: readonly Row[]): string {
  const lines = rows.map(row =>
    [
      row.name,
      row.files,
      row.withText,
      row.compared,
      row.recall,
      row.plainRecall === row.recall ? null : row.plainRecall,
      row.share95,
      row.precision,
      row.pagesPerSecond,
      listCounts(row.codes),
      listCounts(row.engines),
    ]
      .map(cell => cell ?? '')
      .join(' | '),
  )
  const rule = ['---', ...columns.map((_, i) => (i < columns.length - 2 ? '--:' : '---'))]
  return [['', ...columns].join(' | '), rule.join('|'), ...lines].map(line => `| ${line} |`).join('\n')
}

function listCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name.replace('extract.', '')} ${count}`)
    .join(', ')
}
