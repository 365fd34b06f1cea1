import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { chooseOrganization } from '../../data/client.ts'
import { containersQuery } from '../../data/containers.ts'
import { useSession } from '../../data/session.ts'
import type { ConnectView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Facts } from '../../parts/inspector.tsx'
import { Failure } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Card } from '../people/card.tsx'
import { valuesOf } from '../people/form-values.ts'
import { type ConnectRequest, clientName, isKnown, readRequest } from './connect-request.ts'
import { grant } from './grant.ts'

export const lifetimes = [
  { value: '', label: 'Until it is revoked' },
  { value: '30', label: 'For 30 days' },
  { value: '90', label: 'For 90 days' },
  { value: '365', label: 'For a year' },
]

/** May this plugin use my memory? */
export function Connect() {
  const view = useSearch({ strict: false }) as ConnectView
  const request = readRequest(view)
  if ('refusal' in request)
    return (
      <Card title="No access was given" intro={request.refusal}>
        <Link to="/keys/apps" className="text-accent underline underline-offset-2">
          See which apps have access
        </Link>
      </Card>
    )
  return <Consent request={request} view={view} />
}

function Consent({ request, view }: { request: ConnectRequest; view: ConnectView }) {
  const { user, org, may } = useSession()
  const name = listed(request.clients.map(clientName))
  const allow = useMutation({
    mutationFn: ({ containerTag, days }: { containerTag: string; days: string }) =>
      grant(request, {
        ...(containerTag && { containerTag }),
        ...(days && { expiresInDays: Number(days) }),
      }),
    onSuccess: address => location.assign(address),
  })
  if (allow.data)
    return (
      <Card title={`${name} has access`}>
        <StateMark state="done" label="The key is on its way" />
        <p className="mt-2 text-base text-muted">
          Go back to {name}. If nothing happens there, log in from it again: it waits for a short time only.
        </p>
      </Card>
    )
  const rights = may('member') ? 'read, add, correct and delete' : 'read'
  return (
    <Card
      title={`Connect ${name}?`}
      intro={`It could ${rights} documents and memories of ${org.name}, as you. It could not manage keys or people.`}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          allow.mutate(valuesOf(event.currentTarget, 'containerTag', 'days'))
        }}
      >
        <AboutIt request={request} view={view} />
        <Organization />
        <Scope />
        <Choice label="How long" name="days" options={lifetimes} />
        {allow.error && <Failure error={allow.error} />}
        <div className="flex flex-col gap-2">
          <Button type="submit" look="primary" className="h-10" disabled={allow.isPending}>
            {allow.isPending ? 'Connecting…' : 'Allow'}
          </Button>
          <Link
            to="/"
            className="inline-flex h-10 items-center justify-center rounded-md font-medium text-muted hover:bg-hover hover:text-ink"
          >
            Cancel
          </Link>
        </div>
      </form>
      <p className="mt-6 text-muted">
        Signed in as {user.name}. Allow only what you have just started yourself. You can revoke it at any
        time under Apps.
      </p>
    </Card>
  )
}

/** What the plugin says of itself. Only the address that the key is sent to is certain. */
function AboutIt({ request: { clients, callback }, view }: { request: ConnectRequest; view: ConnectView }) {
  const strangers = clients.filter(client => !isKnown(client))
  return (
    <div className="rounded-md bg-rail px-4 py-3 ring-1 ring-line ring-inset">
      <Facts
        of={[
          ['Key goes to', `${callback.host}, on this computer`],
          ['Computer', view.hostname],
          ['System', view.os],
          ['Folder', view.cwd],
          ['Version', view.cli_version],
        ]}
      />
      {strangers.length > 0 && (
        <p className="mt-2 text-waiting">
          {listed(strangers)} {strangers.length === 1 ? 'is no plugin' : 'are no plugins'} that this server
          knows by name.
        </p>
      )}
    </div>
  )
}

/** Of somebody who is a member of several. Another choice loads the page again, in that organization. */
export function Organization() {
  const { organizations = [], org } = useSession()
  if (organizations.length < 2) return null
  return (
    <Choice
      label="Organization"
      value={org.slug}
      options={organizations.map(({ slug, name }) => ({ value: slug, label: name }))}
      onChange={({ target: { value } }) => {
        chooseOrganization(value)
        location.reload()
      }}
    />
  )
}

export function Scope({
  hint = 'Most plugins keep a container for each project, and need all of them.',
}: {
  hint?: string
}) {
  const { data } = useQuery(containersQuery)
  return (
    <>
      <Field
        label="Only this container"
        name="containerTag"
        list="containers"
        maxLength={100}
        pattern="[A-Za-z0-9_:.\-]+"
        placeholder="all containers"
        hint={hint}
      />
      <datalist id="containers">
        {data?.map(({ containerTag }) => (
          <option key={containerTag} value={containerTag} />
        ))}
      </datalist>
    </>
  )
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const listed = (words: readonly string[]) => list.format(words)
