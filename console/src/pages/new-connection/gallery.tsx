import type { Connector } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import type { NewConnectionView } from '../../data/view.ts'
import { Empty } from '../../parts/page.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { newConnectionRoute } from '../../router.tsx'
import { credentialWords } from '../connections/connection-words.ts'
import { ProviderIcon } from '../connections/provider-icon.tsx'

/** What is easiest to connect comes first. */
const order: Record<Connector['credentials'], number> = { none: 0, secret: 1, oauth: 2 }

const grid = 'grid gap-px sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3'

/** Every source that the server can read. */
export function Gallery({ of: providers, view }: { of: readonly Connector[]; view: NewConnectionView }) {
  const navigate = newConnectionRoute.useNavigate()
  const words = (view.q ?? '').toLowerCase()
  const found = providers
    .filter(({ provider, title, summary }) => `${provider} ${title} ${summary}`.toLowerCase().includes(words))
    .toSorted((a, b) => order[a.credentials] - order[b.credentials] || a.title.localeCompare(b.title))
  return (
    <>
      <div className="mb-4">
        <SearchBox
          label="Search in sources"
          value={view.q}
          onChange={q => void navigate({ search: before => ({ ...before, q }) as never, replace: true })}
        />
      </div>
      {found.length === 0 && (
        <Empty title="No source has this name.">
          Files of your own machine come in by <code className="font-mono text-xs">reverie watch</code>, and
          an operator can write a connector.
        </Empty>
      )}
      <ul className={grid}>
        {found.map(each => (
          <Source key={each.provider} of={each} />
        ))}
      </ul>
    </>
  )
}

function Source({ of: { provider, title, summary, credentials, isReady } }: { of: Connector }) {
  return (
    <li className="border-line border-t">
      <Link
        to="/connections/new"
        search={{ provider }}
        data-row
        className="-mx-2 flex h-full gap-3 rounded-md px-2 py-3.5 hover:bg-hover"
      >
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-rail ring-1 ring-line ring-inset">
          <ProviderIcon provider={provider} />
        </span>
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          <span className="block text-muted">{summary}</span>
          <span className="mt-1 block text-muted text-xs">
            {credentialWords[credentials]}
            {!isReady && <span className="text-waiting"> · set up first</span>}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Of the height of the gallery. */
export function GallerySkeleton() {
  return (
    <div aria-busy="true" className={grid}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: 9 }, (_, at) => at).map(at => (
        <div key={at} className="flex h-24 gap-3 border-line border-t py-3.5">
          <div className="skeleton size-8" />
          <div className="flex-1">
            <div className="skeleton h-3 w-1/3" />
            <div className="skeleton mt-3 h-3 w-5/6" />
          </div>
        </div>
      ))}
    </div>
  )
}
