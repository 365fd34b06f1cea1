import { type AttachedFile, ExtractError, type Extraction, type Tools, type Workbench } from './extraction.ts'
import type { FileKind } from './kinds.ts'
import { extractWith } from './registry.ts'
import { sniff } from './sniff.ts'

/** Attachments of an attached mail are read; attachments one level deeper are not. */
const maxDepth = 2

/**
 * Limits for all files inside a file together. They are lower than those of the file itself, which would be lost if
 * an attachment used them up.
 */
const allowance = { bytes: 50_000_000, chars: 2_000_000, milliseconds: 30_000 }

const unread: ReadonlySet<FileKind> = new Set<FileKind>(['image', 'audio', 'video'])

export function openWorkbench(tools: Tools): Workbench {
  return benchAt(0, tools, { ...allowance })
}

function benchAt(depth: number, tools: Tools, left: typeof allowance): Workbench {
  return { ...tools, readAttached: file => readAttached(file, depth, tools, left) }
}

async function readAttached(
  { bytes, name, contentType }: AttachedFile,
  depth: number,
  tools: Tools,
  left: typeof allowance,
): Promise<Extraction | undefined> {
  if (depth === maxDepth) throw new ExtractError('extract.too_large', 'It is nested too deeply')
  left.bytes -= bytes.length
  if (left.bytes < 0) throw new ExtractError('extract.too_large', 'All attachments together are too large')
  if (left.milliseconds <= 0)
    throw new ExtractError('extract.timeout', 'The attachments before it took too long')
  const kind = await sniff(bytes, name, contentType)
  if (!kind) throw new ExtractError('extract.unsupported_type', 'Its type is not supported')
  if (unread.has(kind)) return undefined
  const started = performance.now()
  const until = started + left.milliseconds
  try {
    const bench = benchAt(depth + 1, inTime(tools, until), left)
    return within(left, await extractWith({ bytes, name, contentType, kind }, bench))
  } finally {
    left.milliseconds -= depth === 0 ? performance.now() - started : 0
  }
}

/** OCR of scans takes the longest: images that come too late get no text. */
function inTime(tools: Tools, until: number): Tools {
  return {
    progress: () => undefined,
    readImage: async image => (performance.now() < until ? tools.readImage(image) : ''),
  }
}

function within(left: typeof allowance, extraction: Extraction): Extraction {
  left.chars -= extraction.text.length
  if (left.chars < 0)
    throw new ExtractError('extract.too_large', 'All attachments together have too much text')
  return extraction
}
