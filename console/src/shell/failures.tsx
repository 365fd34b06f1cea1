import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Empty, Failure, Page } from '../parts/page.tsx'

export function NotFound() {
  return (
    <Page title="Not here">
      <Empty title="There is no page at this address.">
        <Link to="/" className="text-accent underline underline-offset-2">
          Go to Home
        </Link>
      </Empty>
    </Page>
  )
}

/** A page that could not be loaded, for example because the server is away. */
export function RouteFailure({ error }: ErrorComponentProps) {
  return (
    <Page title="Not now">
      <Failure
        error={error instanceof Error ? error : new Error(String(error))}
        retry={() => location.reload()}
      />
    </Page>
  )
}
