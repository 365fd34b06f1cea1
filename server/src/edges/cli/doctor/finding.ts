import type { Config } from '../../../platform/config.ts'

/** A `warning` leaves the server working with something missing or late; a `failure` stops it from working. */
export type Finding = { subject: string; found: string } & (
  | { state: 'ok' }
  | { state: 'warning' | 'failure'; todo: string }
)

/** Looks at one thing that Reverie needs. A check reports what it finds and throws nothing. */
export type Check = (config: Config) => Finding[] | Promise<Finding[]>

export function ok(subject: string, found: string): Finding {
  return { subject, found, state: 'ok' }
}

export function warning(subject: string, found: string, todo: string): Finding {
  return { subject, found, state: 'warning', todo }
}

export function failure(subject: string, found: string, todo: string): Finding {
  return { subject, found, state: 'failure', todo }
}
