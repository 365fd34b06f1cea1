import { DomUtils } from 'htmlparser2'
import { type HtmlElement, type HtmlNode, isElement } from './parse-html.ts'
import { textOf } from './text-of.ts'

/** An element with a larger share of the text is the article, whatever its name. */
const maxClutterShare = 0.3

const maxLineChars = 200

/** A date in one of the first lines is the article's; further down it belongs to the text. */
const headLines = 8

const lineTags = /^(?:p|h[1-6])$/

const clutterTags = /^(?:figcaption|nav|aside|footer|form|button)$/

/** Words of class names and ids, between hyphens, underscores and capitals. */
const clutterNames = `ads? advert(?:isement)? also attribution author authors bio breadcrumbs? byline captions? comments?
    consent cookies? copyright credits? cta ctt-btn d-print-block dateline datetime disclaimer disqus
    estimated follow gallery homepage lightbox menu meta more-on most-read nav newsletter next-prev
    outbrain pagination paging popular posted print-header promo promoted pubdate published read-more
    read-time reading-time recirc recommend(?:ed|ations?)? related rollover screen-reader-text share
    sharing sign-up signup skip-link slider slideshow social sponsor(?:ed)? submenu subnav subscribe
    subscription taboola tags? timestamp toolbar topics? trend(?:ing)?`

const clutterWords = new RegExp(`(?:^|-)(?:${clutterNames.split(/\s+/).join('|')})(?:$|-)`)

/** Beginnings of lines that link to other articles or describe the page. */
const asideBeginnings = [
  'you (?:may|might) also (?:like|enjoy)',
  'also (?:on|read|see)',
  'see also',
  'read (?:more|also|next)',
  'related(?:: | stor| article| content| post| link| reading)',
  'more (?:from|great|stories)',
  'don.?t miss',
  'recommended (?:for|stor|reading)',
  'most (?:read|popular)',
  'trending',
  'watch(?: now)?:',
  'continue reading',
  'story continues',
  'about the author',
  'advertisement',
  'sign up',
  'subscribe',
  'follow (?:us|\\S+ on)',
  'share this',
  'like this story',
  'click (?:here )?to',
  'this (?:slideshow|website|site) (?:requires|uses)',
  'skip to',
  'leggi anche',
  'lire aussi',
  'lesen sie auch',
  'siehe auch',
  'lea también',
  'ver también',
  'veja também',
  'leia (?:mais|também)',
  'читайте также',
  '(?:related|advertisement|watch now)$',
]

const asides = new RegExp(`^(?:${asideBeginnings.join('|')})`, 'i')

const dateLine =
  /^(?:(?:published|updated|posted|original|last modified|today|on)\b[:\s]*)?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?(?:\d{1,2}[./ -](?:\d{1,2}|[a-zà-ÿ]{3,9}\.?)[./ -]\d{2,4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{4}-\d{2}-\d{2}|\d+ (?:minutes?|hours?|days?) ago|\d{1,2}:\d{2})/i

/** Removes from an article everything but its text: captions, bylines, links to other articles, its own title. */
export function cleanArticle(nodes: readonly HtmlNode[], title: string): void {
  const elements = DomUtils.find(isElement, [...nodes], true, Number.POSITIVE_INFINITY) as HtmlElement[]
  const total = nodes.reduce((sum, node) => sum + textOf(node).length, 0)
  for (const element of elements.filter(one => isClutter(one, total))) DomUtils.removeElement(element)
  const lines = elements.filter(one => lineTags.test(one.name))
  for (const [i, line] of lines.entries()) cleanLine(line, title, i < headLines)
}

function isClutter(element: HtmlElement, total: number): boolean {
  if (clutterTags.test(element.name)) return true
  // A link within a sentence may have any name.
  return element.name !== 'a' && hasClutterName(element) && textOf(element).length < maxClutterShare * total
}

function cleanLine(line: HtmlElement, title: string, isHead: boolean): void {
  const text = textOf(line)
  if (text === '' || text.length > maxLineChars) return
  const isAside = asides.test(text)
  const isDate = isHead && text.length < 60 && dateLine.test(text)
  const isLink = line.name === 'p' && !/^https?:/.test(text) && isLinked(line, text)
  if (!isAside && !isDate && !isLink && !isSame(text, title)) return
  const next = DomUtils.nextElementSibling(line)
  if (isAside && next && /^[uo]l$/.test(next.name) && isLinked(next, textOf(next)))
    DomUtils.removeElement(next)
  DomUtils.removeElement(line)
}

function isSame(text: string, title: string): boolean {
  return text.toLowerCase() === title.trim().toLowerCase()
}

function hasClutterName({ attribs }: HtmlElement): boolean {
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''}`.trim()
  return names !== '' && names.split(/\s+/).some(name => clutterWords.test(toWords(name)))
}

function toWords(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[_:]+/g, '-')
    .toLowerCase()
}

/** A line that is one link leads to another article. (A heading that is one link leads to its own subject.) */
function isLinked(element: HtmlElement, text: string): boolean {
  const links = DomUtils.find(node => isElement(node) && node.name === 'a', element.children, true, 100)
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0)
  return linked >= 0.8 * text.length
}
