import { z } from 'zod'
import { count, milliseconds, port } from './kinds.ts'

export const processSettings = {
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the server listens on. The default is reachable from this machine only.'),
  PORT: port.default(8787).describe('Port of the API. Change it if another program uses this port.'),
  WORKER_PORT: port
    .default(8788)
    .describe('Port of `/health`, `/ready` and `/metrics` in a process that runs only the worker.'),
  NODE_ENV: z
    .string()
    .default('')
    .describe('With `production`, as in the Docker image, EXTRACT_SANDBOX is `required` by default.'),
  PUBLIC_URL: z
    .string()
    .regex(/^(https?:\/\/[^\s?#@]+)?$/, 'must be an address such as https://memory.example.org')
    .default('')
    .describe(
      'Address that clients use, with its path if it has one: `https://memory.example.org`. Reverie puts it into links in responses. Set it behind a proxy. Default: the address that the connection arrived at. The Host header counts only if it names this machine.',
    ),
  TRUSTED_PROXIES: count
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Number of proxies in front of the server that append to `X-Forwarded-For`. With 1, the last address in it is the client. The audit log and the limits of sign-in use it. 0: the address of the connection.',
    ),
  CORS_ORIGINS: z
    .string()
    .regex(
      /^(\s*(\*|https?:\/\/[^\s/,?#@*]+)\s*(,|$))*$/,
      'must be origins such as https://app.example.org, separated by commas, or *',
    )
    .default('')
    .describe(
      'Origins whose pages may call the API with a key, separated by commas: `https://app.example.org`. `*` allows every page. The console needs none. Sessions of people never work from other origins.',
    ),
  MCP_CHATGPT_TOOLS: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether MCP lists the tools `search` and `fetch`, which ChatGPT needs. `auto`: to clients that call themselves ChatGPT or OpenAI. They answer in any case.',
    ),
  OAUTH_REGISTRATION: z
    .enum(['open', 'closed'])
    .default('open')
    .describe(
      'Whether MCP clients such as claude.ai may register themselves. It needs a PUBLIC_URL that begins with https, or names this machine. `closed`: only clients that an admin makes under Apps can sign in.',
    ),
  MAX_CONNECTIONS: count
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe(
      'Client connections that the API accepts at once. When there are more, the server closes the one that has been idle the longest. 0: four fifths of the open files that the process may have (`ulimit -n`), less 256, at most 10,000.',
    ),
  MAX_RUNNING_REQUESTS: count
    .min(0)
    .max(10_000)
    .default(0)
    .describe(
      'Searches that the API process works on at once; the same limit for writes, and for reads. More requests wait in a short line. When the line is full, they get 429 or 503 with `Retry-After` at once. Organizations share the places fairly. 0: two searches per CPU core (at least 4), and DATABASE_POOL_SIZE writes and reads. Raise it when requests are refused while the CPUs of the server and of Postgres are idle.',
    ),
  METRICS_PORT: port
    .default(0)
    .describe(
      'Separate port for `/metrics`, in every process. The API port then serves metrics only to clients that send METRICS_TOKEN. 0: no separate port.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that METRICS_PORT listens on. Set it to a private address that your Prometheus can reach.',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^([\x21-\x7e]{16,})?$/, 'must have at least 16 printable characters')
    .default('')
    .describe(
      'Token for `/metrics`, sent as `Authorization: Bearer <token>`. Without it, the API serves metrics only while HOST is a loopback address.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe(
      'Lowest level of log lines on standard output. Lines never contain content, queries or keys. `debug` adds requests to `/health`, `/ready` and `/metrics`.',
    ),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe(
      'Format of the log. `json`: one object per line. `pretty`: text for people. `auto`: pretty on a terminal, else JSON.',
    ),
  SHUTDOWN_DELAY_MS: milliseconds
    .min(0)
    .max(60_000)
    .default(0)
    .describe(
      'Time for which a stopping process still answers requests while its `/ready` already fails. It is part of SHUTDOWN_TIMEOUT_MS. Behind a load balancer, set it to a little more than two intervals of its readiness check: a restart then fails no request.',
    ),
  SHUTDOWN_TIMEOUT_MS: milliseconds
    .min(0)
    .max(600_000)
    .default(25_000)
    .describe(
      'Time that a stopping process has to finish its requests and documents. Keep it below the time after which your platform kills the process. Kubernetes kills after 30 s.',
    ),
}
