import { readSecretsKeys, secretsPath } from './secrets-file.ts'

/** How often a process looks for new keys, and how long a rotation waits before it uses one. */
const lookEveryMs = 1_000
export const learningMs = 3_000

type Following = { SECRETS_KEY: string; DATA_DIR: string }
type KnownKeys = { secretsKey: Buffer; oldSecretsKeys: Buffer[] }

/**
 * Learns keys that `reverie secrets rotate` writes into `secrets.json` while this process runs. It can then open what was encrypted
 * with them: without this, the next run of each connection would report its credentials as lost. It goes on encrypting with its own
 * key until it is restarted. Returns how to stop.
 */
export function followSecretsFile({ SECRETS_KEY, DATA_DIR }: Following, known: KnownKeys): () => void {
  if (SECRETS_KEY !== '') return () => undefined
  const look = async () => {
    // A file that is damaged or gone is reported at the next start.
    const found = await readSecretsKeys(secretsPath(DATA_DIR)).catch(() => undefined)
    if (!found) return
    for (const key of [found.current, ...found.old].map(text => Buffer.from(text, 'base64')))
      if (![known.secretsKey, ...known.oldSecretsKeys].some(other => other.equals(key)))
        known.oldSecretsKeys.push(key)
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
