/** The errors of signing in by a provider. They are part of the table in `errors.ts`, which is long enough. */
export const signInErrors = {
  'auth.password_off': [403, 'This server takes no passwords. Sign in by its provider'],
  'oidc.not_configured': [404, 'This server has no OpenID Connect provider'],
  'oidc.unavailable': [503, 'The provider does not answer as it should. Try again later'],
  'oidc.expired': [400, 'This sign-in took too long, or began in another browser. Sign in again'],
  'oidc.denied': [403, 'The provider did not sign you in'],
  'oidc.failed': [401, 'The answer of the provider could not be verified'],
  'oidc.email_unverified': [403, 'The provider has not verified your email'],
  'oidc.other_domain': [403, 'People with an email of this domain may not sign in here'],
  'oidc.not_invited': [403, 'You have no account here. Ask an admin for an invitation'],
  'oidc.account_exists': [409, 'Somebody with this email has an account. Sign in with its password'],
} as const satisfies Record<string, readonly [number, string]>

/** For people who look a code up. */
export const signInErrorHelp = {
  'auth.password_off': {
    meaning: 'People sign in by the OpenID Connect provider only, because `PASSWORD_SIGN_IN` is `false`.',
    remedy:
      'Sign in by the provider. If it fails for everybody, the operator sets `PASSWORD_SIGN_IN=true`, restarts, and runs `reverie people reset-link`.',
  },
  'oidc.not_configured': {
    meaning: 'People sign in with passwords only, because `OIDC_ISSUER` is not set.',
    remedy: 'Sign in with a password, or ask the operator to configure a provider.',
  },
  'oidc.unavailable': {
    meaning: 'The OpenID Connect provider cannot be reached, or its discovery document does not fit.',
    remedy: 'Try again later. The operator runs `reverie doctor`, which names the cause.',
  },
  'oidc.expired': {
    meaning:
      'The answer of the provider belongs to no sign-in of this browser: it took more than ten minutes, was used already, or began at another address.',
    remedy: 'Sign in again, at the address that `PUBLIC_URL` names.',
  },
  'oidc.denied': {
    meaning: 'The provider sent the person back with an error, for example because they cancelled.',
    remedy: 'Sign in again, or ask whoever runs the provider for access to Reverie.',
  },
  'oidc.failed': {
    meaning:
      'The provider refused the code, or its ID token has a wrong signature, issuer, audience, nonce or time.',
    remedy: 'Sign in again. If it fails again, the log of the server has the cause.',
  },
  'oidc.email_unverified': {
    meaning: 'The provider sent no email, or did not say that it is verified (`OIDC_VERIFIED_CLAIM`).',
    remedy: 'Verify the email at the provider.',
  },
  'oidc.other_domain': {
    meaning: 'The domain of the email is not in `OIDC_ALLOWED_DOMAINS`.',
    remedy: 'Use an account of an allowed domain.',
  },
  'oidc.not_invited': {
    meaning: 'The person is unknown, and unknown people may not join by themselves.',
    remedy: 'Ask an admin for an invitation link, and accept it by the provider.',
  },
  'oidc.account_exists': {
    meaning:
      'An account with this email exists, and the domain is not in `OIDC_TRUSTED_DOMAINS`. The provider alone may not take it over.',
    remedy: 'Sign in with the password, or ask the operator to trust the provider for this domain.',
  },
} as const satisfies Record<keyof typeof signInErrors, { meaning: string; remedy: string }>
