type Page<T> = { items: T[]; totalPages: number }

/** Iterates over the items of all pages, and fetches each page when its first item is needed. */
export async function* everyPage<T>(getPage: (page: number) => Promise<Page<T>>): AsyncGenerator<T, void> {
  for (let page = 1; ; page++) {
    const { items, totalPages } = await getPage(page)
    yield* items
    if (page >= totalPages || items.length === 0) return
  }
}
