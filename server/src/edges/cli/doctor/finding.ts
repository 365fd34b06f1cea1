import type { Config } from '../../../platform/config.ts'

/** With a `warning` the server still works, with something missing or late. A `failure` stops it from working. */
export type Finding = { subject: string; found: string } & (
  | { state: 'ok' }
  | { state: 'warning' | 'failure'; todo: string }
)

/** Checks one thing that Reverie needs. A check returns findings and never throws. */
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
