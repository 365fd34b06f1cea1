import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

type Token = {
  type: string
  tag: string
  attrGet(name: string): string | null
  attrs: [string, string][] | null
}

/**
 * Reference pages also link to files of the repository outside `docs/`, which the site does not serve. Those links
 * become plain text with the path as a tooltip. `acceptance/docs/check-links.ts` checks that the files exist.
 */
export function keepLinksInside(md: MarkdownRenderer): void {
  md.core.ruler.push('keep_links_inside', state => {
    const page = state.env.relativePath as string | undefined
    if (!page) return
    for (const { children } of state.tokens) unlinkOutside((children ?? []) as Token[], posix.dirname(page))
  })
}

function unlinkOutside(tokens: Token[], directory: string): void {
  let isOutside = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = outsideTarget(token.attrGet('href') ?? '', directory)
      isOutside = target !== undefined
      if (target !== undefined) rename(token, 'span_open', [['title', `In the repository: ${target}`]])
    } else if (token.type === 'link_close' && isOutside) {
      rename(token, 'span_close', null)
      isOutside = false
    }
  }
}

function rename(token: Token, type: string, attrs: Token['attrs']): void {
  token.type = type
  token.tag = 'span'
  token.attrs = attrs
}

function outsideTarget(href: string, directory: string): string | undefined {
  if (/^([a-z]+:|#|\/)/i.test(href)) return undefined
  const path = posix.join(directory, href.replace(/[#?].*$/, ''))
  return path.startsWith('../') ? path.slice(3) : undefined
}
