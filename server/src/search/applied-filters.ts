import type { Principal } from '../access/principal.ts'
import { tagsOf } from '../containers/schema.ts'
import { allowedTags } from './search.ts'

type Asked = {
  containerTag?: string | undefined
  containerTags?: string[] | undefined
  docId?: string | undefined
  userId?: string | undefined
  categoriesFilter?: string[] | undefined
  filters?: unknown
  filepath?: string | undefined
  asOf?: Date | undefined
}

/** What a search was kept to, by the names it was asked by; the container of a scoped key is there unasked. */
export function appliedFilters(principal: Principal, body: Asked): Record<string, unknown> {
  const tags = allowedTags(principal, tagsOf(body))
  const { docId, userId, categoriesFilter, filters, filepath, asOf } = body
  const applied = {
    containerTags: tags.length > 0 ? tags : undefined,
    ...{ docId, userId, categoriesFilter, filters, filepath, asOf: asOf?.toISOString() },
  }
  return Object.fromEntries(Object.entries(applied).filter(([, value]) => value !== undefined))
}
