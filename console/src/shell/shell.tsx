import { Outlet } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { Suspense, useState } from 'react'
import { IconButton } from '../parts/button.tsx'
import { cx } from '../parts/class-names.ts'
import { useKeys } from '../parts/table/use-keys.ts'
import { undoLast } from '../parts/toasts.tsx'
import { Help } from './help.tsx'
import { Mark } from './mark.tsx'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useNarrowRail } from './use-narrow-rail.ts'

/** The frame of every page: the rail, or on phones a bar with a menu, and the palette. */
export function Shell() {
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [isNarrow, toggleRail] = useNarrowRail()
  useShortcuts({
    togglePalette: () => setPaletteOpen(open => !open),
    toggleRail,
    showHelp: () => setHelpOpen(true),
  })
  useKeys({ u: undoLast })
  const search = () => {
    setMenuOpen(false)
    setPaletteOpen(true)
  }
  return (
    <div
      className={cx(
        'min-h-dvh md:grid',
        isNarrow ? 'md:grid-cols-[57px_minmax(0,1fr)]' : 'md:grid-cols-[216px_minmax(0,1fr)]',
      )}
    >
      <a
        href="#main"
        className="-translate-y-16 fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <div className="sticky top-0 hidden h-dvh border-line border-r bg-rail md:block">
        <Rail onSearch={search} isNarrow={isNarrow} onToggle={toggleRail} />
      </div>
      <header className="sticky top-0 z-20 flex h-12 items-center justify-between border-line border-b bg-page px-2 md:hidden">
        <Dialog.Root open={menuOpen} onOpenChange={setMenuOpen}>
          <Dialog.Trigger asChild>
            <IconButton label="Menu">
              <Menu size={18} />
            </IconButton>
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Overlay className="fixed inset-0 z-40 bg-black/35" />
            <Dialog.Content
              aria-describedby={undefined}
              className="fixed inset-y-0 left-0 z-50 w-64 bg-rail shadow-float"
            >
              <Dialog.Title className="sr-only">Menu</Dialog.Title>
              <Rail onSearch={search} onNavigate={() => setMenuOpen(false)} />
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
        <Mark />
        <IconButton label="Search" onClick={search}>
          <Search size={18} />
        </IconButton>
      </header>
      <main id="main" className="min-w-0" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Help open={helpOpen} onOpenChange={setHelpOpen} />
      <Palette onHelp={() => setHelpOpen(true)} open={paletteOpen} onOpenChange={setPaletteOpen} />
    </div>
  )
}
