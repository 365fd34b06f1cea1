import { Bookmark, Trash2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { inputLook } from './field.tsx'

type Saved = { name: string; view: Record<string, unknown> }

const keyOf = (page: string) => `reverie.views.${page}`

function read(page: string): Saved[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(page)) ?? '[]') as Saved[]
  } catch {
    return []
  }
}

/** Views of a list by name, kept in this browser. To share a view, share its address. */
export function SavedViews({
  page,
  view,
  onOpen,
}: {
  page: string
  view: object
  onOpen(view: Record<string, unknown>): void
}) {
  const [saved, setSaved] = useState(() => read(page))
  const [open, setOpen] = useState(false)
  const keep = (next: Saved[]) => {
    localStorage.setItem(keyOf(page), JSON.stringify(next))
    setSaved(next)
  }
  const { open: _, ...current } = view as Record<string, unknown>
  const none = Object.fromEntries(
    saved.flatMap(each => Object.keys(each.view)).map(name => [name, undefined]),
  )
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button look="quiet" className="h-7! px-2! text-xs! pointer-coarse:h-9!">
          <Bookmark size={14} aria-hidden />
          Views
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          className="appear z-60 w-64 rounded-lg bg-raised p-1.5 shadow-float ring-1 ring-line"
        >
          {saved.length === 0 && (
            <p className="px-2 py-1.5 text-muted">A saved view keeps its filters by a name.</p>
          )}
          <ul>
            {saved.map(each => (
              <li key={each.name} className="flex items-center rounded-md hover:bg-hover">
                <button
                  type="button"
                  className="h-8 min-w-0 flex-1 truncate px-2 text-left"
                  onClick={() => {
                    setOpen(false)
                    onOpen({
                      ...none,
                      ...Object.fromEntries(Object.keys(current).map(name => [name, undefined])),
                      ...each.view,
                    })
                  }}
                >
                  {each.name}
                </button>
                <IconButton
                  label={`Delete the view ${each.name}`}
                  onClick={() => keep(saved.filter(other => other !== each))}
                >
                  <Trash2 size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
          <form
            className="mt-1 flex gap-1 border-line border-t pt-1.5"
            onSubmit={event => {
              event.preventDefault()
              const name = String(new FormData(event.currentTarget).get('name')).trim()
              keep([...saved.filter(each => each.name !== name), { name, view: current }])
              setOpen(false)
            }}
          >
            <input
              name="name"
              aria-label="Name of this view"
              placeholder="Name this view"
              required
              className={`${inputLook} h-8!`}
            />
            <Button type="submit">Save</Button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
