import { answerOf } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, queries, reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { newPassword } from '../../parts/new-password.ts'
import { say } from '../../parts/toasts.tsx'
import { router } from '../../router.tsx'
import { Card } from './card.tsx'
import { valuesOf } from './form-values.ts'

/** Sets a new password by a link. Its token is behind the `#` and leaves this page only in a request's body. */
export function Reset() {
  const [token] = useState(() => location.hash.slice(1))
  const reset = useMutation({
    mutationFn: async ({ password }: { password: string }) =>
      answerOf(await reverie.api.POST('/v3/auth/reset-password', { body: { token, newPassword: password } })),
    onSuccess() {
      queries.clear()
      say('Your password is set. Sign in with it.')
      router.history.push(addressOf('/sign-in'))
    },
  })
  return (
    <Card title="New password" intro="You will be signed out everywhere.">
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          reset.mutate(valuesOf(event.currentTarget, 'password'))
        }}
      >
        <Field
          label="New password"
          name="password"
          {...newPassword}
          autoFocus
          error={reset.error ? `${reset.error.message}.` : undefined}
        />
        <Button type="submit" look="primary" className="h-10" disabled={reset.isPending}>
          Set the password
        </Button>
      </form>
    </Card>
  )
}
