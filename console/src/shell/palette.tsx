import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { BookOpen, Cable, CircleX, Eraser, Keyboard, KeyRound, LogOut, Upload, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { root } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { furtherPlaces, memoryPlaces, operatePlaces } from './places.ts'
import { signOut } from './sign-out.ts'

/** ⌘K: every page and every action, by its name. */
export function Palette({
  open,
  onOpenChange,
  onHelp,
}: {
  open: boolean
  onOpenChange(open: boolean): void
  onHelp(): void
}) {
  const navigate = useNavigate()
  const { may } = useSession()
  const run = (act: () => unknown) => () => {
    onOpenChange(false)
    act()
  }
  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search pages and actions"
      filter={scoreOf}
      overlayClassName="fixed inset-0 z-40 bg-black/35"
      contentClassName="appear fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-lg overflow-hidden rounded-lg bg-raised shadow-float ring-1 ring-line"
    >
      <Command.Input
        placeholder="Go to, or do…"
        className="h-12 w-full border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[60vh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-muted">Nothing has this name.</Command.Empty>
        <Group heading="Go to">
          {[...memoryPlaces, ...operatePlaces(may), ...furtherPlaces]
            .filter(({ role }) => may(role))
            .map(({ to, label, Icon, words }) => (
              <Item
                key={label}
                onSelect={run(() => navigate({ to }))}
                keywords={words}
                icon={<Icon size={16} />}
              >
                {label}
              </Item>
            ))}
        </Group>
        <Group heading="Do">
          {may('member') && (
            <>
              <Item
                icon={<Upload size={16} />}
                keywords="add file folder document"
                onSelect={run(() => navigate({ to: '/documents', search: { upload: true } }))}
              >
                Upload files
              </Item>
              <Item
                icon={<Eraser size={16} />}
                keywords="delete remove memories topic"
                onSelect={run(() => navigate({ to: '/memories', search: { forget: true } }))}
              >
                Forget matching memories
              </Item>
              <Item
                icon={<CircleX size={16} />}
                keywords="errors retry"
                onSelect={run(() => navigate({ to: '/activity', search: { state: 'failed' } }))}
              >
                See failed documents
              </Item>
            </>
          )}
          {may('admin') && (
            <>
              <Item
                icon={<Cable size={16} />}
                keywords="add source connector sync import"
                onSelect={run(() => navigate({ to: '/connections/new' }))}
              >
                Connect a source
              </Item>
              <Item
                icon={<KeyRound size={16} />}
                keywords="create new api"
                onSelect={run(() => navigate({ to: '/keys', search: { new: true } }))}
              >
                Create a key
              </Item>
              <Item
                icon={<UserPlus size={16} />}
                keywords="member person add"
                onSelect={run(() => navigate({ to: '/settings/members', search: { invite: true } }))}
              >
                Invite somebody
              </Item>
            </>
          )}
          <Item
            icon={<Cable size={16} />}
            keywords="errors failed expired authorize sources"
            onSelect={run(() => navigate({ to: '/connections', search: { state: 'attention' } }))}
          >
            See connections that need you
          </Item>
          <Item
            icon={<BookOpen size={16} />}
            keywords="documentation reference openapi"
            onSelect={run(() => window.open(new URL('docs/', root)))}
          >
            Browse the API
          </Item>
          <Item icon={<Keyboard size={16} />} keywords="keyboard shortcuts help" onSelect={run(onHelp)}>
            Show the keys of every page
          </Item>
          <Item icon={<LogOut size={16} />} keywords="log out leave" onSelect={run(() => void signOut())}>
            Sign out
          </Item>
        </Group>
      </Command.List>
    </Command.Dialog>
  )
}

/** Every word must be in the name or its keywords; names that begin with the words come first. Fuzzy letters find too much. */
function scoreOf(name: string, search: string, keywords: string[] = []): number {
  const label = name.toLowerCase()
  const text = `${label} ${keywords.join(' ').toLowerCase()}`
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every(word => text.includes(word))) return 0
  if (label.startsWith(words[0] ?? '')) return 1
  return label.includes(words[0]!) ? 0.8 : 0.5
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

function Item({
  icon,
  keywords,
  onSelect,
  children,
}: {
  icon: ReactNode
  keywords: string
  onSelect(): void
  children: ReactNode
}) {
  return (
    <Command.Item
      onSelect={onSelect}
      keywords={keywords.split(' ')}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-muted data-[selected=true]:bg-accent-soft data-[selected=true]:text-ink"
    >
      {icon}
      <span className="text-ink">{children}</span>
    </Command.Item>
  )
}
