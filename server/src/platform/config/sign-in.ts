import { z } from 'zod'
import { text } from './kinds.ts'

const domain = '[a-z0-9-]+(\\.[a-z0-9-]+)+'
const domains = (pattern: RegExp) =>
  z.string().regex(pattern, 'must be domains such as example.org, separated by commas').default('')

/** How people sign in to the console. `docs/deploy/oidc.md` has examples for common providers. */
export const signInSettings = {
  OIDC_ISSUER: text.describe(
    'Issuer of an OpenID Connect provider, exactly as its discovery document names it: `https://id.example.org/realms/main`. People can then sign in to the console with it. Needs PUBLIC_URL and OIDC_CLIENT_ID. Default: none.',
  ),
  OIDC_CLIENT_ID: text.describe('Client id that the provider gave to Reverie.'),
  OIDC_CLIENT_SECRET: text.describe(
    'Client secret. Leave it empty for a public client, which uses PKCE only.',
  ),
  OIDC_SCOPES: z
    .string()
    .regex(/(^|\s)openid(\s|$)/, 'must contain openid')
    .default('openid email profile')
    .describe('Scopes that Reverie asks for, separated by spaces. It needs the email of a person.'),
  OIDC_NAME: z
    .string()
    .max(60)
    .default('single sign-on')
    .describe('Name of the provider on the button: “Continue with …”.'),
  OIDC_ALLOWED_DOMAINS: domains(new RegExp(`^\\s*(\\*|${domain}(\\s*,\\s*${domain})*)?\\s*$`, 'i')).describe(
    'Email domains that may sign in by the provider, separated by commas. Subdomains are other domains. Default, and `*`: any.',
  ),
  OIDC_TRUSTED_DOMAINS: domains(new RegExp(`^\\s*(${domain}(\\s*,\\s*${domain})*)?\\s*$`, 'i')).describe(
    'Email domains for which the provider alone decides whose address it is, such as your own. Only for these does a sign-in take over an account that exists already: its password and its sessions then end. Default: none.',
  ),
  OIDC_JOIN_ORGANIZATION: text.describe(
    'Slug of the organization that unknown people join at their first sign-in. Needs OIDC_ALLOWED_DOMAINS. Default: none, and people need an invitation.',
  ),
  OIDC_JOIN_ROLE: z
    .enum(['viewer', 'member', 'admin'])
    .default('viewer')
    .describe('Role of people who join by OIDC_JOIN_ORGANIZATION.'),
  OIDC_VERIFIED_CLAIM: z
    .string()
    .regex(/^[\w:./-]{1,200}$/, 'must be the name of a claim')
    .default('email_verified')
    .describe(
      'Claim that must be true, and says that the provider has verified the email. Microsoft Entra ID has `xms_edov` instead.',
    ),
  PASSWORD_SIGN_IN: z
    .stringbool()
    .default(true)
    .describe(
      'Whether people can sign in with a password. `false` needs OIDC_ISSUER. If the provider fails, set it to `true`, restart, and run `reverie people reset-link`.',
    ),
}
