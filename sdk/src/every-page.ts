type Page<T> = { items: T[]; totalPages: number }

/** The items of page after page, each asked for when it is needed. */
export async function* everyPage<T>(getPage: (page: number) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const { items, totalPages } = await getPage(page)
    yield* items
    if (page >= totalPages || items.length === 0) return
  }
}
