import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'

/** Whether a webhook fails changes by itself: at the pace at which somebody who repairs a receiver looks. */
const listRefetchMs = 10_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => reverie.webhooks.list({ signal }),
  refetchInterval: listRefetchMs,
})

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export const deliveriesKey = (id: string) => ['webhooks', id, 'deliveries']

/** While something is pending, its answer may come at any moment. */
const refetchMs = 3_000

export function useDeliveries(id: string, state: DeliveryState | undefined) {
  return useInfiniteQuery({
    queryKey: [...deliveriesKey(id), state],
    queryFn: ({ pageParam, signal }) =>
      reverie.webhooks.deliveries(
        id,
        { limit: 20, ...(state && { state }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: before => before,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.deliveries.some(each => each.state === 'pending') ? refetchMs : false,
  })
}
