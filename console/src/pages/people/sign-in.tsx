import { answerOf } from '@reverie/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, queries, reverie } from '../../data/client.ts'
import { optionsQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { router, signInRoute } from '../../router.tsx'
import { Card } from './card.tsx'
import { valuesOf } from './form-values.ts'
import { Or, ProviderButton, Refusal, refusalHere } from './provider.tsx'

export function SignIn() {
  const { next } = signInRoute.useSearch()
  const [refusal] = useState(refusalHere)
  const { data: options } = useQuery(optionsQuery)
  if (options?.needsSetup) return <NotSetUp />
  // Until the options are there, the page shows what most servers have.
  const { passwords, oidc } = options ?? { passwords: true, oidc: null }
  return (
    <Card title="Sign in">
      {refusal && <Refusal>{refusal}</Refusal>}
      {passwords && <PasswordForm next={next} />}
      {passwords && oidc && <Or />}
      {oidc && (
        <ProviderButton name={oidc.name} look={passwords ? 'plain' : 'primary'} {...(next && { next })} />
      )}
      <p className="mt-6 text-muted">
        No account yet? Ask an admin of your organization for an invitation link.
        {passwords && ' Forgot your password? Ask whoever runs this server for a reset link.'}
      </p>
    </Card>
  )
}

function PasswordForm({ next }: { next: string | undefined }) {
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }) =>
      answerOf(await reverie.api.POST('/v3/auth/sign-in', { body })),
    onSuccess() {
      queries.clear()
      router.history.push(addressOf(next ?? '/'))
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault()
        signIn.mutate(valuesOf(event.currentTarget, 'email', 'password'))
      }}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={signIn.error ? withTime(signIn.error) : undefined}
      />
      <Button type="submit" look="primary" className="h-10" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}

function withTime(error: Error & { retryAfterSeconds?: number }): string {
  const { message, retryAfterSeconds } = error
  if (!retryAfterSeconds) return `${message}.`
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return `${message}: ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** Nobody can sign in before the owner has opened the link of the first start. */
function NotSetUp() {
  return (
    <Card
      title="Set up Reverie"
      intro="Nobody has an account yet. The server made a link at its start that makes you the owner."
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted">
        <li>In a terminal: look for the line “Console” in its output.</li>
        <li>
          In Docker:{' '}
          <code className="font-mono text-ink text-xs">
            docker compose exec reverie cat /var/lib/reverie/setup-link
          </code>
        </li>
        <li>
          Elsewhere: read the file <code className="font-mono text-ink text-xs">setup-link</code> in DATA_DIR.
        </li>
        <li>Lost it? Restart the server: it makes a new one.</li>
      </ul>
    </Card>
  )
}
