import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { reverie } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import type { ConsentView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { Facts } from '../../parts/inspector.tsx'
import { Failure } from '../../parts/page.tsx'
import { lifetimes, Organization, Scope } from '../connect/connect.tsx'
import { Card } from '../people/card.tsx'
import { valuesOf } from '../people/form-values.ts'
import { type ConsentRequest, readConsent } from './consent-request.ts'

/** May this agent use my memory? */
export function Consent() {
  const { request, error, error_description: reason } = useSearch({ strict: false }) as ConsentView
  const asked = readConsent(request)
  if (!asked)
    return (
      <Card
        title="No access was given"
        intro={
          error
            ? `The agent sent a request that this server refuses: ${reason ?? error}. Remove the connector there, and add it again.`
            : 'An agent opens this page when it wants access. The address lacks its request.'
        }
      >
        <Link to="/keys/apps" className="text-accent underline underline-offset-2">
          See which apps have access
        </Link>
      </Card>
    )
  return <Question asked={asked} />
}

function Question({ asked }: { asked: ConsentRequest }) {
  const { user, org, may } = useSession()
  const client = useQuery({
    queryKey: ['client', asked.clientId],
    queryFn: ({ signal }) => reverie.apps.client(asked.clientId, { signal }),
  })
  const decide = useMutation({
    mutationFn: (terms: Parameters<typeof reverie.apps.consent>[0]) => reverie.apps.consent(terms),
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  })
  if (client.error)
    return (
      <Card title="No access was given">
        <Failure error={client.error} />
      </Card>
    )
  const name = client.data?.name ?? 'This agent'
  const canWrite = asked.mayWrite && may('member')
  return (
    <Card
      title={`Connect ${name}?`}
      intro={`It wants to use the memory of ${org.name}, as you. It could not manage keys or people.`}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          const { permission, containerTag, days } = valuesOf(
            event.currentTarget,
            'permission',
            'containerTag',
            'days',
          )
          decide.mutate({
            query: asked.query,
            accept: true,
            permission: permission === 'write' ? 'write' : 'read',
            ...(containerTag && { containerTag }),
            ...(days && { expiresInDays: Number(days) }),
          })
        }}
      >
        <div className="rounded-md bg-rail px-4 py-3 ring-1 ring-line ring-inset">
          <Facts
            of={[
              ['Goes to', asked.goesTo],
              ['Its page', client.data?.uri ?? undefined],
            ]}
          />
          <p className="mt-2 text-muted">
            The name is what it says of itself. The access goes to {asked.goesTo}: allow it only if you have
            just come from there.
          </p>
        </div>
        <Organization />
        <Choice
          label="What it may do"
          name="permission"
          options={[
            ...(canWrite ? [{ value: 'write', label: 'Read, add and forget' }] : []),
            { value: 'read', label: 'Only read' },
          ]}
        />
        <Scope hint="An agent for everything needs all of them." />
        <Choice label="How long" name="days" options={lifetimes} />
        {decide.error && <Failure error={decide.error} />}
        <div className="flex flex-col gap-2">
          <Button type="submit" look="primary" className="h-10" disabled={decide.isPending || !client.data}>
            {decide.isPending ? 'Connecting…' : 'Allow'}
          </Button>
          <Button
            look="quiet"
            className="h-10"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ query: asked.query, accept: false })}
          >
            Refuse
          </Button>
        </div>
      </form>
      <p className="mt-6 text-muted">Signed in as {user.name}. You can revoke it at any time under Apps.</p>
    </Card>
  )
}
