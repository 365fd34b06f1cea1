import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, LogOut, Search } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useSession } from '../data/session.ts'
import { ContainerChooser } from './containers.tsx'
import { Health } from './health.tsx'
import { paletteKey } from './keys-help.tsx'
import { Mark } from './mark.tsx'
import { OrganizationItems } from './organizations.tsx'
import { places } from './places.ts'
import { signOut } from './sign-out.ts'

const item =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11'

export function Rail({ onSearch, onNavigate }: { onSearch(): void; onNavigate?: () => void }) {
  const { may, user, org } = useSession()
  return (
    <div className="flex h-full flex-col p-3">
      <div className="flex h-9 items-center px-2">
        <Mark />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="mt-3 mb-1 flex h-8 items-center gap-2.5 rounded-md bg-raised px-2 text-muted ring-1 ring-line ring-inset hover:text-ink pointer-coarse:h-11"
      >
        <Search size={16} aria-hidden />
        Search
        <kbd className="ml-auto font-sans text-xs">{paletteKey}</kbd>
      </button>
      <ContainerChooser />
      <nav aria-label="Pages" className="flex flex-col gap-0.5">
        {places
          .filter(({ role }) => may(role))
          .map(({ to, label, Icon }) => (
            <Link
              key={to}
              to={to}
              className={item}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ className: 'bg-hover text-ink! font-medium', 'aria-current': 'page' }}
              {...(onNavigate && { onClick: onNavigate })}
            >
              <Icon size={16} aria-hidden />
              {label}
            </Link>
          ))}
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <Health />
        <DropdownMenu.Root>
          <DropdownMenu.Trigger className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{user.name}</span>
              <span className="block truncate text-muted text-xs">{org.name}</span>
            </span>
            <ChevronsUpDown size={14} aria-hidden className="text-muted" />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              align="start"
              sideOffset={4}
              className="appear z-60 min-w-52 rounded-lg bg-raised p-1 shadow-float ring-1 ring-line"
            >
              <OrganizationItems />
              <DropdownMenu.Item
                onSelect={() => void signOut()}
                className="flex h-8 cursor-default items-center gap-2 rounded-md px-2 outline-none data-highlighted:bg-hover"
              >
                <LogOut size={14} aria-hidden />
                Sign out
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
    </div>
  )
}
