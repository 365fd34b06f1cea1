import type { Connection, ConnectionResources } from '@reverie/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { reverie } from '../../data/client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { Failure } from '../../parts/page.tsx'
import { walkTree } from './walk-tree.ts'

type Resource = ConnectionResources['resources'][number]

type TreeProps = {
  connection: Connection
  picked: ReadonlyMap<string, string>
  isReadOnly: boolean
  onPick(resource: { id: string; name: string }, isPicked: boolean): void
}

const perPage = 100

/** Folders, repositories or mailboxes. A branch is read when it is opened. Arrows walk, open and close. */
export function ResourceTree(props: TreeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys go to the checkboxes inside
    <div className="mt-4 border-line border-y py-1" onKeyDown={walkTree}>
      <Branch {...props} parent={undefined} isIncluded={false} />
    </div>
  )
}

function useResources({ id }: Connection, parent: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['resources', id, parent ?? ''],
    queryFn: ({ pageParam, signal }) =>
      reverie.connections.resources(
        id,
        { page: pageParam, per_page: perPage, ...(parent !== undefined && { parent_id: parent }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ resources, total_count: total }, _, page) => {
      const hasMore = total === undefined ? resources.length === perPage : page * perPage < total
      return hasMore ? page + 1 : undefined
    },
    staleTime: 60_000,
  })
}

/** `isIncluded`: a resource above it is chosen, and so is everything here. */
function Branch(props: TreeProps & { parent: string | undefined; isIncluded: boolean }) {
  const { connection, parent } = props
  const list = useResources(connection, parent)
  const resources = list.data?.pages.flatMap(page => page.resources)
  const indent = parent === undefined ? '' : 'pl-6'
  if (list.isError)
    return (
      <div className={cx('py-2', indent)}>
        <Failure error={list.error} retry={() => list.refetch()} />
      </div>
    )
  if (!resources) return <BranchSkeleton indent={indent} />
  if (resources.length === 0)
    return (
      <p className={cx('py-1.5 text-muted', indent)}>
        {parent === undefined ? 'The source has nothing to choose from.' : 'Nothing further in it.'}
      </p>
    )
  return (
    <ul aria-label={parent === undefined ? 'Resources' : undefined} className={indent}>
      {resources.map(resource => (
        <Node key={resource.id} {...props} resource={resource} />
      ))}
      {list.hasNextPage && (
        <li className="py-1">
          <Button disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </li>
      )}
    </ul>
  )
}

function Node({ resource, ...props }: TreeProps & { resource: Resource; isIncluded: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { picked, isIncluded, isReadOnly, onPick } = props
  const { id, name, hasChildren } = resource
  const isPicked = picked.has(id)
  return (
    <li>
      <div data-row className="flex items-center gap-1 rounded-md hover:bg-hover">
        {hasChildren ? (
          <IconButton
            label={isOpen ? `Close ${name}` : `Open ${name}`}
            aria-expanded={isOpen}
            className="size-7!"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={14} className={cx('transition-transform', isOpen && 'rotate-90')} />
          </IconButton>
        ) : (
          <span className="size-7 shrink-0 pointer-coarse:size-10" />
        )}
        <label className="flex min-h-8 min-w-0 flex-1 items-center gap-2.5 pr-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
            checked={isPicked || isIncluded}
            disabled={isReadOnly || isIncluded}
            onChange={({ target }) => onPick({ id, name }, target.checked)}
          />
          <span className="truncate">{name}</span>
          {isIncluded && <span className="ml-auto text-muted text-xs">included</span>}
        </label>
      </div>
      {isOpen && <Branch {...props} parent={id} isIncluded={isIncluded || isPicked} />}
    </li>
  )
}

function BranchSkeleton({ indent }: { indent: string }) {
  return (
    <div aria-busy="true" className={indent}>
      <span className="sr-only">Loading</span>
      {[44, 32, 38].map(width => (
        <div key={width} className="flex h-8 items-center gap-3 pl-8">
          <div className="skeleton size-4" />
          <div className="skeleton h-3" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}
