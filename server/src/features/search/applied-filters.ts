type FilterFields = {
  docId?: string | undefined
  userId?: string | undefined
  categoriesFilter?: string[] | undefined
  filters?: unknown
  filepath?: string | undefined
  asOf?: Date | undefined
}

/** The filters of a search under the names that requests use. `tags` include the container of a scoped key. */
export function appliedFilters(tags: readonly string[], body: FilterFields): Record<string, unknown> {
  const { docId, userId, categoriesFilter, filters, filepath, asOf } = body
  const applied = {
    containerTags: tags.length > 0 ? tags : undefined,
    ...{ docId, userId, categoriesFilter, filters, filepath, asOf: asOf?.toISOString() },
  }
  return Object.fromEntries(Object.entries(applied).filter(([, value]) => value !== undefined))
}
