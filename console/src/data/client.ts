import { Reverie, ReverieError } from '@reverie/sdk'
import { QueryClient } from '@tanstack/react-query'

/** The root of the console: the page's `<base>`, which the server sets by the depth of the address. */
export const root = new URL('.', document.baseURI)

/** The address of a page of the console, such as `/members`, below the path at which the console is served. */
export const addressOf = (page: string) => root.pathname.replace(/\/$/, '') + page

const organizationKey = 'reverie.organization'

/** The organization that this browser last worked in, for people who are members of several. */
export function chosenOrganization(): string | undefined {
  return localStorage.getItem(organizationKey) ?? undefined
}

export function chooseOrganization(slug: string | undefined): void {
  if (slug === undefined) localStorage.removeItem(organizationKey)
  else localStorage.setItem(organizationKey, slug)
}

const slug = chosenOrganization()

/** The only way to data. It sends the session cookie, because the page has the same origin. */
export const reverie = new Reverie({
  baseUrl: root.href,
  maxRetries: 1,
  ...(slug && { headers: { 'x-organization': slug } }),
})

/** A refusal that a new attempt would meet again. */
const isFinal = (error: unknown) => error instanceof ReverieError && (error.status ?? 500) < 500

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && !isFinal(error),
    },
  },
})
