import { ExtractError } from '../../extraction.ts'
import { findAll, readXml, textOf, type XmlElement } from '../../xml/xml.ts'
import type { Zip } from '../../zip/zip.ts'
import { resolveIn } from './resolve-in.ts'

/** Titles from the table of contents by file of the chapter, for both generations of the format. */
export function readChapterTitles(zip: Zip, book: XmlElement, path: string): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  const items = findAll(book, ['opf:item']).map(item => item.attributes)
  const nav = items.find(item => /\bnav\b/.test(item.properties ?? ''))
  const ncx = items.find(item => item['media-type'] === 'application/x-dtbncx+xml')
  for (const item of [nav, ncx]) {
    if (!item?.href) continue
    const contents = resolveIn(path, item.href)
    for (const [target, title] of readEntries(zip, contents)) {
      const chapter = resolveIn(contents, target)
      if (title !== '' && !titles.has(chapter)) titles.set(chapter, title)
    }
  }
  return titles
}

function readEntries(zip: Zip, contents: string): (readonly [target: string, title: string])[] {
  const root = readContents(zip, contents)
  if (!root) return []
  const points = allPoints(root).map(
    point =>
      [
        findAll(point, ['ncx:content'])[0]?.attributes.src ?? '',
        oneLine(textOf(findAll(point, ['ncx:navLabel'])[0])),
      ] as const,
  )
  const links = findAll(root, ['html:a']).map(
    link => [link.attributes.href ?? '', oneLine(textOf(link))] as const,
  )
  return [...points, ...links].filter(([target]) => target !== '')
}

/** Many tables of contents are not well formed. The chapters can be read without them. */
function readContents(zip: Zip, contents: string): XmlElement | undefined {
  try {
    const bytes = zip.read(contents)
    return bytes && readXml(bytes)
  } catch (error) {
    if (error instanceof ExtractError && error.code === 'extract.malformed') return undefined
    throw error
  }
}

/** Navigation points are nested: chapters contain sections. */
function allPoints(element: XmlElement): XmlElement[] {
  return findAll(element, ['ncx:navPoint']).flatMap(point => [point, ...allPoints(point)])
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
