/** In milliseconds. */
export type Limits = { statement: number; lock: number; transaction: number; idle: number; connect: number }

/** Limits of requests. A login has them too, for whoever connects with it through a pooler. */
export const requestLimits: Limits = {
  statement: 30_000,
  lock: 5_000,
  transaction: 60_000,
  idle: 15_000,
  connect: 5_000,
}

const toTimeouts = ({ statement, lock, transaction, idle }: Limits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  transaction_timeout: transaction,
  idle_in_transaction_session_timeout: idle,
})

/**
 * Settings of every session. `force_custom_plan`: generic plans cannot prune partitions or see how large a container is
 * (measured: 8 times slower). `client_connection_check_interval`: queries of a killed process end within two seconds.
 */
const common = { plan_cache_mode: 'force_custom_plan', jit: 'off', client_connection_check_interval: '2s' }

export const sessionSettings = (limits: Limits) => ({ ...common, ...toTimeouts(limits) })

/**
 * Stored with the login (`alter role … set`), because a pooler in transaction mode takes no start-up settings. Whoever logs in
 * acts as `reverie_app`, which sees nothing without a scope.
 */
export const loginSettings: Readonly<Record<string, string>> = {
  role: 'reverie_app',
  ...common,
  ...Object.fromEntries(
    Object.entries(toTimeouts(requestLimits)).map(([name, ms]) => [name, toInterval(ms)]),
  ),
}

/** As Postgres writes it, in the largest unit without a fraction. */
function toInterval(ms: number): string {
  return ms % 60_000 === 0 ? `${ms / 60_000}min` : `${ms / 1_000}s`
}

/** Statements that set, for one transaction, what differs from the settings of the login. */
export function transactionSettings(role: string, limits: Limits): string {
  const usual = toTimeouts(requestLimits)
  const differing = Object.entries(toTimeouts(limits)).filter(
    ([setting, ms]) => usual[setting as keyof typeof usual] !== ms,
  )
  return [`set local role ${role}`, ...differing.map(([setting, ms]) => `set local ${setting} = ${ms}`)].join(
    '; ',
  )
}
