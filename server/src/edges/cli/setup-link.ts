import { rm } from 'node:fs/promises'
import { listOrganizations } from '../../features/keys/store.ts'
import { originOf } from '../../features/people/console-origin.ts'
import { createSetupLink } from '../../features/people/invite.ts'
import { hasNobody } from '../../features/people/members-store.ts'
import { invitationUrl } from '../../features/people/present.ts'
import type { Config } from '../../platform/config.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { typedCommand } from '../../platform/lib/typed-command.ts'
import { CommandError } from './command-error.ts'
import { withDirectory } from './directory.ts'
import { setupLinkPath } from './first-key-file.ts'

/** `taken`: somebody can sign in. `empty`: there is no organization to own. */
export type SetupOffer =
  | { kind: 'link'; url: string; organization: string }
  | { kind: 'taken' }
  | { kind: 'empty' }

/**
 * While nobody can sign in, makes a new link that makes whoever opens it the owner of the first organization, and ends the
 * links before. It is a secret, like the key: "the first visitor becomes the owner" would be a race on a public address.
 */
export function offerSetupLink(config: Config): Promise<SetupOffer> {
  return withDirectory(config, async directory => {
    if (!(await unscoped(directory, hasNobody))) return { kind: 'taken' }
    const [organization] = await unscoped(directory, db => listOrganizations(db))
    if (!organization) return { kind: 'empty' }
    const { token } = await createSetupLink(directory, organization.id)
    return { kind: 'link', url: invitationUrl(originOf(config), token), organization: organization.name }
  })
}

/** For installations of `serve` and `worker`, whose start prints no link. Also in a pipe, because somebody asked for it. */
export async function setupLinkCommand(config: Config): Promise<void> {
  const offer = await offerSetupLink(config)
  if (offer.kind === 'taken')
    throw new CommandError(
      `The console is set up. An owner invites further people there. For a lost password: ${typedCommand()} people reset-link <email>`,
    )
  if (offer.kind === 'empty')
    throw new CommandError(
      `There is no organization yet. Create one first: ${typedCommand()} org create <name>`,
    )
  // The link of an earlier start has just ended.
  await rm(setupLinkPath(config.DATA_DIR), { force: true }).catch(() => undefined)
  console.log(
    `\nWhoever opens this link becomes the owner of "${offer.organization}". It works once, within seven days:\n\n    ${offer.url}\n`,
  )
}
