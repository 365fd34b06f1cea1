import { originOf } from '../../features/people/console-origin.ts'
import { resetUrl } from '../../features/people/present.ts'
import { createResetLink } from '../../features/people/reset-password.ts'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { withDirectory } from './directory.ts'

/** Prints a link by which a person sets a new password. Reverie sends no mail, so the operator hands it over. */
export async function resetLinkCommand(config: Config, email: string): Promise<void> {
  if (!config.PASSWORD_SIGN_IN)
    throw new CommandError(
      'PASSWORD_SIGN_IN is false, so the server would refuse the link. Set it to true, restart the server, and run this again.',
    )
  await withDirectory(config, async directory => {
    const link = await createResetLink(directory, email)
    if (!link) throw new CommandError(`Nobody with the email ${email} has an account.`)
    const url = resetUrl(originOf(config), link.token)
    console.log(`\n${link.person.name} can set a new password here, once, within an hour:\n\n    ${url}\n`)
  })
}
