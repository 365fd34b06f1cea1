import { answerOf } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { keepLongPage } from '../../data/long-page.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/page.tsx'

/** Goes to the OpenID Connect provider, for a page of the console or to accept an invitation. */
export function ProviderButton({
  name,
  look,
  next,
  token,
}: {
  name: string
  look: 'primary' | 'plain'
  next?: string
  token?: string
}) {
  const start = useMutation({
    mutationFn: async () => {
      const body = { ...(next && { next: keepLongPage(next) }), ...(token && { token }) }
      return answerOf(await reverie.api.POST('/v3/auth/oidc/start', { body })).url
    },
    onSuccess: url => location.assign(url),
  })
  return (
    <div className="flex flex-col gap-3">
      <Button look={look} className="h-10 w-full" disabled={start.isPending} onClick={() => start.mutate()}>
        Continue with {name}
      </Button>
      {start.error && <Failure error={start.error} />}
    </div>
  )
}

/** Between the two ways to sign in. */
export function Or() {
  return (
    <div className="my-5 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </div>
  )
}

/** What to do after the server sent the browser back with one of these codes behind the `#`. Other texts are never shown. */
const refusals: Record<string, string> = {
  'oidc.unavailable': 'The provider does not answer as it should. Try again later.',
  'oidc.expired': 'This sign-in took too long, or began in another browser. Sign in again.',
  'oidc.denied': 'The provider did not sign you in.',
  'oidc.failed': 'The answer of the provider could not be verified. Sign in again.',
  'oidc.email_unverified': 'The provider has not verified your email. Verify it there, then sign in again.',
  'oidc.other_domain': 'People with an email of this domain may not sign in here.',
  'oidc.not_invited': 'You have no account here. Ask an admin of your organization for an invitation link.',
  'oidc.account_exists': 'Somebody with this email has an account. Sign in with its password.',
  'invitation.not_found': 'This link does not work, or no longer. Ask for a new one.',
  'invitation.other_email': 'This invitation is for another email. Open the link again and use that one.',
  'server.overloaded': 'Too many people sign in at this moment. Try again.',
}

/** The refusal that the address of this page names, if it names one. */
export const refusalHere = (): string | undefined => refusals[location.hash.slice(1)]

export function Refusal({ children }: { children: string }) {
  return (
    <p role="alert" className="mb-5 rounded-md bg-failed-soft px-4 py-3 font-medium text-failed">
      {children}
    </p>
  )
}
