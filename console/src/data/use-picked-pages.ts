import { useEffect } from 'react'

/** Rows that fill a window. */
const enough = 60
/** Pages that are read without being asked for. */
const mostPages = 20

type Pages = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage(): unknown
}

/**
 * For rows that the server cannot filter by, and that are therefore picked from its pages: reads on until a window is full.
 * Answers true when there are more pages than it reads by itself.
 */
export function usePickedPages(
  { data, hasNextPage, isFetching, isError, fetchNextPage }: Pages,
  shown: number | undefined,
): boolean {
  const pages = data?.pages.length ?? 0
  const readsOn = shown !== undefined && shown < enough && hasNextPage && !isError && pages < mostPages
  useEffect(() => {
    if (readsOn && !isFetching) fetchNextPage()
  }, [readsOn, isFetching, fetchNextPage])
  return shown !== undefined && hasNextPage && pages >= mostPages
}
