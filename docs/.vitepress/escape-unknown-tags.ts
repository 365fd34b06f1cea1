import type { MarkdownRenderer } from 'vitepress'

const knownTags = new Set(
  'a b br code details div em g i img kbd li ol p path rect circle span strong sub summary sup svg text tspan ul'.split(
    ' ',
  ),
)

/**
 * Vue would take a placeholder such as `<id>` in a sentence for a component without an end, and fail the build. Generated
 * pages and decision records have those; they are shown as they are written.
 */
export function escapeUnknownTags(md: MarkdownRenderer): void {
  md.core.ruler.push('escape_unknown_tags', state => {
    for (const token of state.tokens) {
      for (const part of [token, ...(token.children ?? [])]) {
        const tag = /^<\/?([a-z][\w-]*)/i.exec(part.content)?.[1]
        if (!part.type.startsWith('html_') || !tag || knownTags.has(tag.toLowerCase())) continue
        part.content = part.content.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      }
    }
  })
}
