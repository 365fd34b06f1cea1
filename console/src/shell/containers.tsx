import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Layers } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { containersQuery } from '../data/containers.ts'
import { cx } from '../parts/class-names.ts'
import { inputLook } from '../parts/field.tsx'
import { counted } from '../parts/numbers.ts'

const mostShown = 100

/** The container that the pages show. It is part of the address; all of them is a choice. */
export function ContainerChooser({ isNarrow }: { isNarrow: boolean }) {
  const { tag } = useSearch({ strict: false }) as { tag?: string }
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const choose = (next: string | undefined) => {
    setOpen(false)
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, tag: next, open: undefined }),
    } as never)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`Container: ${tag ?? 'All containers'}`}
        title={tag ?? 'All containers'}
        className="mb-2 flex h-8 items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover pointer-coarse:h-11"
      >
        <Layers
          size={16}
          aria-hidden
          className={cx('shrink-0', isNarrow && tag ? 'text-ink' : 'text-muted')}
        />
        {!isNarrow && (
          <>
            <span className={cx('min-w-0 flex-1 truncate', tag && 'font-medium')}>
              {tag ?? 'All containers'}
            </span>
            <ChevronsUpDown size={14} aria-hidden className="text-muted" />
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          className="appear z-60 w-72 rounded-lg bg-raised p-1.5 shadow-float ring-1 ring-line"
        >
          <Choices tag={tag} choose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Choices({ tag, choose }: { tag: string | undefined; choose(tag: string | undefined): void }) {
  const [words, setWords] = useState('')
  const { data } = useQuery(containersQuery)
  const found = data?.filter(({ containerTag, name }) =>
    `${containerTag} ${name ?? ''}`.toLowerCase().includes(words.toLowerCase()),
  )
  return (
    <>
      <input
        type="search"
        aria-label="Find a container"
        placeholder="Find a container"
        className={`${inputLook} mb-1`}
        value={words}
        onChange={({ target: { value } }) => setWords(value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && found?.[0]) choose(found[0].containerTag)
        }}
      />
      <ul className="max-h-80 overflow-y-auto">
        {words === '' && (
          <Choice label="All containers" isChosen={tag === undefined} choose={() => choose(undefined)} />
        )}
        {found?.slice(0, mostShown).map(({ containerTag, documentCount, memoryCount }) => (
          <Choice
            key={containerTag}
            label={containerTag}
            detail={`${counted(memoryCount, 'memory', 'memories')} · ${counted(documentCount, 'document')}`}
            isChosen={tag === containerTag}
            choose={() => choose(containerTag)}
          />
        ))}
      </ul>
      {found?.length === 0 && <p className="px-2 py-3 text-muted">No container has this name.</p>}
    </>
  )
}

function Choice({
  label,
  detail,
  isChosen,
  choose,
}: {
  label: string
  detail?: string
  isChosen: boolean
  choose(): void
}) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={choose}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">{label}</span>
          {detail && <span className="figures block text-muted text-xs">{detail}</span>}
        </span>
        {isChosen && <Check size={14} aria-hidden className="text-accent" />}
      </button>
    </li>
  )
}
