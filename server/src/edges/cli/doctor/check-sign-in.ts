import { redirectUri } from '../../../features/people/oidc/oidc-settings.ts'
import type { Config } from '../../../platform/config.ts'
import { countSigningKeys, readDiscovery } from '../../../platform/providers/oidc/discovery.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const subject = 'sign-in'

/** Reads the discovery document and the keys of the OpenID Connect provider. */
export async function checkSignIn(config: Config): Promise<Finding[]> {
  if (config.OIDC_ISSUER === '') return []
  // Without passwords, a provider that fails keeps everybody out.
  const report = config.PASSWORD_SIGN_IN ? warning : failure
  try {
    const discovery = await readDiscovery(config.OIDC_ISSUER)
    if ((await countSigningKeys(discovery)) === 0)
      return [report(subject, `${discovery.jwksUri} has no key for signatures`, 'Check the provider.')]
    const uri = redirectUri(config.PUBLIC_URL.replace(/\/+$/, ''))
    return [ok(subject, `by ${discovery.issuer}; it must know the redirect URI ${uri}`)]
  } catch (error) {
    const todo = 'Check OIDC_ISSUER, and that this machine reaches the provider. See docs/deploy/oidc.md.'
    return [report(subject, (error as Error).message, todo)]
  }
}
