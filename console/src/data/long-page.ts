const name = 'reverie.page-after-sign-in'

/** The server takes no longer address of a page to open after the sign-in. */
const longest = 500

/**
 * The address of a page to come back to from a provider. The question of an agent has about 1,100 characters in its address,
 * so this tab keeps it, and only its path goes to the server.
 */
export function keepLongPage(page: string): string {
  if (page.length <= longest) return page
  sessionStorage.setItem(name, page)
  return page.split('?')[0]!
}

/** The parameters of a page that was kept, once. */
export function takeLongPage(path: string): URLSearchParams | undefined {
  const page = sessionStorage.getItem(name)
  if (page === null || page.split('?')[0] !== path) return undefined
  sessionStorage.removeItem(name)
  return new URLSearchParams(page.slice(path.length))
}
