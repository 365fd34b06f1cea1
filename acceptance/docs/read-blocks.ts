/** A code block of a page, with the comment before it and the expected output after it. */
export type Block = {
  page: string
  line: number
  language: string
  code: string
  /** The reason why it is not run: `<!-- not run: reason -->`. */
  notRun: string | undefined
  /** The block runs only if this part exists: `<!-- needs: POST /v3/documents/{id}/retry -->`. */
  needs: string | undefined
  /** The expected output: the ```json or ```text block after it. */
  printed: { language: string; text: string } | undefined
}

const runnable = ['bash', 'ts', 'python']

/** Returns the runnable blocks of a Markdown page in order. */
export function readBlocks(page: string, markdown: string): Block[] {
  const fence =
    /(?:<!-- (not run|needs|first-hour): ([^\n]*?) -->\s*)?^([ ]*)```(\w+)[^\n]*\n([\s\S]*?)^\3```$/gm
  const all = Array.from(markdown.matchAll(fence), match => {
    const [whole, mark, text, indent = '', language = '', code = ''] = match
    const line = markdown.slice(0, match.index).split('\n').length
    const end = match.index + whole.length
    return { mark, text, language, code: outdent(code, indent.length), line, start: match.index, end }
  })
  return all.flatMap((block, i) => {
    if (!runnable.includes(block.language)) return []
    const next = all[i + 1]
    const isPrinted =
      next && ['json', 'text'].includes(next.language) && isNear(markdown, block.end, next.start)
    return [
      {
        page,
        line: block.line,
        language: block.language,
        code: block.code,
        notRun: reasonOf(block.mark, block.text),
        needs: block.mark === 'needs' ? block.text : undefined,
        printed: isPrinted ? { language: next.language, text: next.code } : undefined,
      },
    ]
  })
}

function reasonOf(mark: string | undefined, text: string | undefined): string | undefined {
  if (mark === 'first-hour') return 'run as printed, in a fresh clone, by npm run acceptance -- first-hour'
  return mark === 'not run' ? text : undefined
}

/** The expected output follows a sample directly, or after one sentence. */
const isNear = (markdown: string, end: number, start: number) =>
  markdown
    .slice(end, start)
    .split('\n')
    .filter(line => line.trim()).length <= 1

const outdent = (code: string, width: number) => code.replaceAll(new RegExp(`^ {0,${width}}`, 'gm'), '')
