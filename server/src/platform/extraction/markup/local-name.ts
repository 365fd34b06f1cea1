import type { HtmlElement } from '../html/parse-html.ts'

/** The name of an element without its prefix. */
export function localName(element: HtmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1)
}
