/** The first items of a list that is fetched page by page. */
export async function takeFirst<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= count) break
  }
  return taken
}
