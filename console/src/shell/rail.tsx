import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, LogOut, PanelLeftClose, PanelLeftOpen, Search, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useSession } from '../data/session.ts'
import { cx } from '../parts/class-names.ts'
import { ContainerChooser } from './containers.tsx'
import { Health } from './health.tsx'
import { Mark } from './mark.tsx'
import { OrganizationItems } from './organizations.tsx'
import { memoryPlaces, operatePlaces, type Place } from './places.ts'
import { paletteKey } from './shortcuts.ts'
import { signOut } from './sign-out.ts'

const item =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11'

type RailProps = {
  onSearch(): void
  onNavigate?: () => void
  /** Only icons; their names are tooltips. */
  isNarrow?: boolean
  /** Absent on phones, whose menu has room. */
  onToggle?: () => void
}

export function Rail({ onSearch, onNavigate, isNarrow = false, onToggle }: RailProps) {
  const { may } = useSession()
  const named = (label: string) => (isNarrow ? { 'aria-label': label, title: label } : {})
  return (
    <div className="flex h-full flex-col p-3">
      <div className="flex h-9 items-center px-1.5">
        <Mark isIcon={isNarrow} />
      </div>
      <button
        type="button"
        onClick={onSearch}
        {...named('Search')}
        className="mt-3 mb-1 flex h-8 items-center gap-2.5 rounded-md bg-raised px-2 text-muted ring-1 ring-line ring-inset hover:text-ink pointer-coarse:h-11"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        {!isNarrow && (
          <>
            Search
            <kbd className="ml-auto font-sans text-xs">{paletteKey}</kbd>
          </>
        )}
      </button>
      <ContainerChooser isNarrow={isNarrow} />
      <nav aria-label="Pages" className="flex flex-col gap-0.5">
        {memoryPlaces.map(place => (
          <RailLink key={place.to} of={place} isNarrow={isNarrow} onNavigate={onNavigate} />
        ))}
        <hr className="mx-2 my-2 border-line" />
        {operatePlaces(may).map(place => (
          <RailLink key={place.to} of={place} isNarrow={isNarrow} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        {onToggle && (
          <button
            type="button"
            onClick={onToggle}
            {...named('Unfold the rail')}
            className={cx(item, 'text-xs')}
          >
            {isNarrow ? (
              <PanelLeftOpen size={16} aria-hidden />
            ) : (
              <>
                <PanelLeftClose size={16} aria-hidden />
                Fold
              </>
            )}
          </button>
        )}
        <Health isIcon={isNarrow} />
        <AccountMenu isNarrow={isNarrow} />
      </div>
    </div>
  )
}

function RailLink({
  of: { to, label, Icon },
  isNarrow,
  onNavigate,
}: {
  of: Place
  isNarrow: boolean
  onNavigate: (() => void) | undefined
}) {
  return (
    <Link
      to={to}
      className={item}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ className: 'bg-hover text-ink! font-medium', 'aria-current': 'page' }}
      {...(isNarrow && { 'aria-label': label, title: label })}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      {!isNarrow && label}
    </Link>
  )
}

function AccountMenu({ isNarrow }: { isNarrow: boolean }) {
  const { user, org } = useSession()
  const whole = `${user.name}, ${org.name}`
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        {...(isNarrow && { 'aria-label': whole, title: whole })}
        className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
      >
        {!isNarrow && (
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{user.name}</span>
            <span className="block truncate text-muted text-xs">{org.name}</span>
          </span>
        )}
        <ChevronsUpDown size={isNarrow ? 16 : 14} aria-hidden className="shrink-0 text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className="appear z-60 min-w-52 rounded-lg bg-raised p-1 shadow-float ring-1 ring-line"
        >
          <OrganizationItems />
          <DropdownMenu.Item asChild>
            <Link
              to="/account"
              className="flex h-8 cursor-default items-center gap-2 rounded-md px-2 outline-none data-highlighted:bg-hover"
            >
              <UserRound size={14} aria-hidden />
              Account
            </Link>
          </DropdownMenu.Item>
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
  )
}
