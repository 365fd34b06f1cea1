/** The `pagination` of every list answer. */
export function presentPage({ page, limit }: { page: number; limit: number }, totalItems: number) {
  return { currentPage: page, totalItems, totalPages: Math.ceil(totalItems / limit), limit }
}
