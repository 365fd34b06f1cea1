import type { FileKind } from '../kinds.ts'

/** The kind that the beginning of a text marks beyond doubt. */
export function markedKind(head: string): FileKind | undefined {
  const start = head.trimStart()
  if (start.startsWith('{\\rtf')) return 'rtf'
  if (/^WEBVTT(?:\s|$)/.test(start) || isSubRip(start)) return 'subtitles'
  if (/^From \S+.*\d{4}.*\n[\w-]+: /.test(start.slice(0, 500))) return 'mbox'
  if (isMail(start)) return 'eml'
  if (start.startsWith('<')) return markupKind(start)
  return undefined
}

/** The probable kind of a text whose name does not tell. */
export function likelyKind(head: string): FileKind | undefined {
  const start = head.trimStart()
  if (/^[[{]/.test(start)) return jsonKind(start)
  if (
    /^<(?:div|p|h[1-6]|table|ul|ol|span|section|article|main|title|meta|script|style|center|font|br|b|a)\b/i.test(
      start,
    )
  )
    return 'html'
  if (isTable(start)) return 'csv'
  if (/^#{1,6} \S/m.test(start) && /^(?:[-*] |```|\d+\. |\[.+\]\(|#{1,6} )/m.test(start)) return 'markdown'
  return undefined
}

/** For a text named JSON: a notebook, one value, or one value per line. */
export function jsonKind(start: string): FileKind | undefined {
  if (!/^\s*[[{"\d\-tfn]/.test(start)) return undefined
  if (/"nbformat"\s*:/.test(start) || (/"cells"\s*:/.test(start) && /"cell_type"\s*:/.test(start)))
    return 'notebook'
  const lines = start.split('\n', 3).filter(line => line.trim() !== '')
  if (lines.length >= 2 && isJson(lines[0]!) && isJson(lines[1]!)) return 'jsonl'
  return /^\s*(?:\{\s*(?:"|\})|\[\s*(?:[[{"\d\-\]]|true|false|null))/.test(start) ? 'json' : undefined
}

function isJson(line: string): boolean {
  if (!/^\s*[[{]/.test(line)) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false // A parse error: it is not JSON.
  }
}

function markupKind(start: string): FileKind | undefined {
  // Comments are skipped one by one: a pattern for all of them would backtrack over long ones.
  let rest = start
  for (let i = 0; i < 20 && /^<(?:!--|\?)/.test(rest); i++) {
    const close = rest.startsWith('<!--') ? '-->' : '?>'
    const end = rest.indexOf(close)
    if (end < 0) break
    rest = rest.slice(end + close.length).trimStart()
  }
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(rest)) return 'html'
  return /^<\?xml\b/i.test(start) || /^<(?:rss|feed|svg|opml|urlset)\b/.test(rest) ? 'xml' : undefined
}

function isSubRip(start: string): boolean {
  return /^\d+[ \t]*\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3} --> \d/.test(start)
}

const mailHeaders =
  /^(?:from|to|cc|subject|date|message-id|received|mime-version|return-path|delivered-to|content-type|x-[\w-]+):/i

/** Header lines from the start, at least three of which are usual in mails. */
function isMail(start: string): boolean {
  let known = 0
  for (const line of start.split('\n', 40)) {
    if (line.trim() === '') break
    if (/^[ \t]/.test(line)) continue
    if (!/^[!-9;-~]+:/.test(line)) return false
    if (mailHeaders.test(line)) known++
  }
  return known >= 3
}

/** Lines with an equal number of short cells. Prose has commas too, but not equally many in every line. */
function isTable(start: string): boolean {
  const lines = start.split('\n').slice(0, 21)
  if (lines.length > 4) lines.pop()
  const rows = lines.filter(line => line.trim() !== '')
  if (rows.length < 3) return false
  return ['\t', ';', ',', '|'].some(delimiter => {
    const widths = rows.map(row => row.replace(/"[^"]*"/g, '').split(delimiter).length)
    const width = widths[0]!
    const isWide = width >= (delimiter === '\t' ? 2 : 3)
    return isWide && widths.every(one => one === width) && rows.every(row => row.length / width < 60)
  })
}
