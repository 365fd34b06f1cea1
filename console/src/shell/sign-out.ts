import { answerOf } from '@reverie/sdk'
import { chooseOrganization, reverie, root } from '../data/client.ts'
import { sayError } from '../parts/toasts.tsx'

/** Ends the session, and leaves nothing of it in memory. */
export async function signOut(): Promise<void> {
  try {
    answerOf(await reverie.api.POST('/v3/auth/sign-out'))
    chooseOrganization(undefined)
    location.assign(new URL('sign-in', root))
  } catch (error) {
    sayError(error)
  }
}
