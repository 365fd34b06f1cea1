import type { HtmlElement } from './parse-html.ts'

const chromeRoles = /^(?:navigation|banner|contentinfo|search|menu|menubar|toolbar|dialog|alertdialog)$/

const chromeNames =
  /(?:^|[\s_-])(?:cookie|consent|gdpr|newsletter|breadcrumbs?|navbar|nav|menu|sidebar|share|social|skip-?link|pagination|advert(?:isement)?|promo)(?:$|[\s_-])/i

export function isHidden(element: HtmlElement): boolean {
  if (element.name === 'body' || element.name === 'html') return false
  if ('hidden' in element.attribs && element.attribs.hidden !== 'until-found') return true
  return /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all/i.test(element.attribs.style ?? '')
}

/** Whether an element surrounds the content of a page: navigation, banner, footer. */
export function isChrome(element: HtmlElement): boolean {
  if (element.name === 'body' || element.name === 'html' || element.name === 'main') return false
  if (/^(?:nav|footer|aside|form)$/.test(element.name)) return true
  if (chromeRoles.test(element.attribs.role ?? '')) return true
  return chromeNames.test(`${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`)
}
