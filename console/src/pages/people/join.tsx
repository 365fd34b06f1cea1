import { answerOf } from '@reverie/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, queries, reverie } from '../../data/client.ts'
import { optionsQuery, sessionQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { newPassword } from '../../parts/new-password.ts'
import { Failure } from '../../parts/page.tsx'
import { router } from '../../router.tsx'
import { Card } from './card.tsx'
import { valuesOf } from './form-values.ts'
import { Or, ProviderButton } from './provider.tsx'

type NewPerson = { name: string; email: string; password: string }

/** Opens an invitation, or the set-up link. Its token is behind the `#` and leaves this page only in a request's body. */
export function Join() {
  const [token] = useState(() => location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => answerOf(await reverie.api.POST('/v3/auth/invitation', { body: { token } })),
    retry: false,
  })
  const session = useQuery({ ...sessionQuery, retry: false })
  const options = useQuery(optionsQuery)
  const join = useMutation({
    mutationFn: async (person: NewPerson | undefined) =>
      answerOf(await reverie.api.POST('/v3/auth/join', { body: { token, ...person } })),
    onSuccess() {
      queries.clear()
      router.history.push(addressOf('/'))
    },
  })
  if (invitation.isError)
    return (
      <Card title="This link does not work">
        <Failure error={invitation.error} />
      </Card>
    )
  if (!invitation.data || session.isPending || options.isPending) return <Card title="Reverie">{null}</Card>
  const { isSetup, organization, role, email } = invitation.data
  const title = isSetup ? 'Set up Reverie' : `Join ${organization}`
  const intro = isSetup ? 'Create the account of the owner.' : `You were invited as ${article(role)} ${role}.`
  if (session.data)
    return (
      <Card title={title} intro={intro}>
        {join.error && <Failure error={join.error} />}
        <Button look="primary" className="mt-2 h-10 w-full" onClick={() => join.mutate(undefined)}>
          Join as {session.data.user.name}
        </Button>
      </Card>
    )
  const { passwords, oidc } = options.data ?? { passwords: true, oidc: null }
  return (
    <Card title={title} intro={intro}>
      {passwords && (
        <NewPersonForm
          email={email}
          label={isSetup ? 'Create account' : 'Join'}
          isPending={join.isPending}
          error={join.error}
          join={join.mutate}
        />
      )}
      {passwords && oidc && <Or />}
      {oidc && <ProviderButton name={oidc.name} look={passwords ? 'plain' : 'primary'} token={token} />}
    </Card>
  )
}

function NewPersonForm({
  email,
  label,
  isPending,
  error,
  join,
}: {
  /** The only email that may accept the invitation; null for any. */
  email: string | null
  label: string
  isPending: boolean
  error: Error | null
  join: (person: NewPerson) => void
}) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault()
        join(valuesOf(event.currentTarget, 'name', 'email', 'password'))
      }}
    >
      <Field label="Your name" name="name" autoComplete="name" required autoFocus maxLength={120} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        {...(email && { defaultValue: email, readOnly: true })}
      />
      <Field
        label="Password"
        name="password"
        {...newPassword}
        error={error ? `${error.message}.` : undefined}
      />
      <Button type="submit" look="primary" className="h-10" disabled={isPending}>
        {label}
      </Button>
    </form>
  )
}

const article = (word: string) => (/^[aeiou]/.test(word) ? 'an' : 'a')
