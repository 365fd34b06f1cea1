import { answerOf } from '@reverie/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { sessionsQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { newPassword } from '../../parts/new-password.ts'
import { Failure, Page, RowSkeletons, Section } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { valuesOf } from '../people/form-values.ts'
import { browserOf } from './browser-of.ts'

/** Where am I signed in? */
export function Account() {
  const { user, role, org } = useSession()
  return (
    <Page title="Account" question={`${user.name} · ${user.email} · ${role} of ${org.name}`} width="narrow">
      <Section title="Signed in on">
        <Sessions />
      </Section>
      <Section title="Password">
        <Password />
      </Section>
    </Page>
  )
}

function Sessions() {
  const sessions = useQuery(sessionsQuery)
  if (sessions.isError) return <Failure error={sessions.error} retry={() => sessions.refetch()} />
  if (!sessions.data) return <RowSkeletons rows={2} />
  return (
    <ul className="divide-y divide-line border-line border-y">
      {sessions.data.map(({ id, isCurrent, address, userAgent, createdAt }) => (
        <li data-row key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 py-2">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium" title={userAgent ?? undefined}>
              {browserOf(userAgent)}
              {isCurrent && <span className="font-normal text-muted"> · this browser</span>}
            </p>
            <p className="text-muted text-xs">
              {address && `from ${address}, `}since <Time at={createdAt} />
            </p>
          </div>
          {!isCurrent && (
            <Button look="quiet" onClick={() => void end(id)}>
              Sign out there
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

async function end(id: string): Promise<void> {
  const { queryKey } = sessionsQuery
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(queryKey, sessions => sessions?.filter(each => each.id !== id))
  try {
    answerOf(await reverie.api.DELETE('/v3/auth/sessions/{id}', { params: { path: { id } } }))
    say('That browser is signed out.')
  } catch (error) {
    queries.setQueryData(queryKey, before)
    sayError(error)
  }
}

function Password() {
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation({
    mutationFn: async (body: { currentPassword: string; newPassword: string }) =>
      answerOf(await reverie.api.POST('/v3/auth/password', { body })),
    onSuccess() {
      form.current?.reset()
      say('Your password has changed. Other browsers are signed out.')
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <form
      ref={form}
      className="flex max-w-xs flex-col gap-4"
      onSubmit={event => {
        event.preventDefault()
        change.mutate(valuesOf(event.currentTarget, 'currentPassword', 'newPassword'))
      }}
    >
      <Field
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={change.error ? `${change.error.message}.` : undefined}
      />
      <Field
        label="New password"
        name="newPassword"
        {...newPassword}
        hint="At least 10 characters. It signs out your other browsers."
      />
      <div>
        <Button type="submit" disabled={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
