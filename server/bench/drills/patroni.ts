import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { queryAt } from '../../measure/query-at.ts'
import type { DrillDirectory } from './root.ts'

/** Ports of every node, counted from the first; the nodes differ by their address. */
const ports = { postgres: 0, patroni: 1, etcd: 2, etcdPeers: 3, proxy: 4 }

const nodes = ['n1', 'n2', 'n3'] as const
export type NodeName = (typeof nodes)[number]

type Member = { name: NodeName; role: string; state: string }

/** Three machines with Patroni, etcd and Postgres each, and HAProxy in front, all of them on loopback. */
export class PatroniCluster {
  readonly url: string
  readonly #directory: DrillDirectory
  readonly #firstPort: number
  readonly #patronis = new Map<NodeName, ChildProcess>()

  constructor(directory: DrillDirectory, firstPort: number) {
    this.#directory = directory
    this.#firstPort = firstPort
    this.url = `postgres://postgres@127.0.0.1:${firstPort + ports.proxy}/reverie`
  }

  async start(): Promise<void> {
    for (const node of nodes) this.#configure(node)
    for (const node of nodes) this.startNode(node)
    this.#startProxy()
    await this.untilHealthy(180)
    await this.#createDatabase()
  }

  startNode(node: NodeName): void {
    this.#at(node).start('etcd', 'etcd', ...this.#etcdOptions(node))
    this.startPatroni(node)
  }

  startPatroni(node: NodeName): void {
    this.#patronis.set(node, this.#at(node).start('patroni', 'patroni', 'patroni.json'))
  }

  /** The whole machine: Postgres, Patroni and etcd at once. */
  async killNode(node: NodeName): Promise<void> {
    await this.#at(node).killAll()
  }

  /** Every process of Postgres. Patroni and etcd go on. */
  async killPostgres(node: NodeName): Promise<void> {
    await this.#at(node).within('data').killAll()
  }

  /** Stops Patroni and Postgres of both standbys. Their etcd goes on, without which the primary would step down. */
  async stopStandbys(): Promise<NodeName[]> {
    const primary = await this.primary()
    const standbys = nodes.filter(node => node !== primary)
    for (const node of standbys) this.#patronis.get(node)?.kill('SIGKILL')
    for (const node of standbys) await this.killPostgres(node)
    return standbys
  }

  /** Stops the standbys from receiving, as if they were far away or busy. */
  holdStandbys(): void {
    for (const node of nodes) this.#at(node).within('data').signal('walreceiver', 'SIGSTOP')
  }

  /** Ends the receivers before they read: WAL sent meanwhile is lost, as in a network failure. */
  releaseStandbys(): void {
    for (const node of nodes)
      for (const signal of ['SIGTERM', 'SIGCONT'] as const)
        this.#at(node).within('data').signal('walreceiver', signal)
  }

  /** Resolves when no commit waits for a standby any more. */
  async replicateAsynchronously(): Promise<void> {
    const body = JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false })
    await this.#ask(await this.primary(), 'config', { method: 'PATCH', body })
    for (;;) {
      const [row] = await this.query<{ names: string }>(
        `select current_setting('synchronous_standby_names') as names`,
      )
      if (row?.names === '') return
      await sleep(200)
    }
  }

  async close(): Promise<void> {
    await this.#directory.killAll()
  }

  async primary(): Promise<NodeName> {
    for (;;) {
      const leader = (await this.#members()).find(
        ({ role, state }) => role === 'leader' && state === 'running',
      )
      if (leader) return leader.name
      await sleep(200)
    }
  }

  /** Resolves when there is a primary that two standbys follow, one of them or more synchronously if `isSynchronous`. */
  async untilHealthy(withinSeconds: number, isSynchronous = true): Promise<void> {
    const deadline = Date.now() + withinSeconds * 1000
    while (!isHealthy(await this.#members(), isSynchronous)) {
      if (Date.now() > deadline)
        throw new Error(`not healthy in ${withinSeconds} s: ${JSON.stringify(await this.#members())}`)
      await sleep(200)
    }
  }

  /** Queries the primary as the superuser, for recounts only. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return queryAt<Row>(this.url, sql, values)
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url.replace(/reverie$/, 'postgres') })
    await client.connect()
    await client.query('create database reverie')
    await client.end()
  }

  /** As any node that answers sees them. */
  async #members(): Promise<Member[]> {
    for (const node of nodes) {
      const answer = await this.#ask(node, 'cluster').catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members?: Member[] }).members ?? []
    }
    return []
  }

  #ask(node: NodeName, path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(`http://${this.#address(node, 'patroni')}/${path}`, {
      ...options,
      signal: AbortSignal.timeout(5_000),
    })
  }

  #at(node: NodeName): DrillDirectory {
    return this.#directory.within(node)
  }

  #address(node: NodeName, port: keyof typeof ports): string {
    return `127.0.24.${nodes.indexOf(node) + 1}:${this.#firstPort + ports[port]}`
  }

  #etcdOptions(node: NodeName): string[] {
    const peers = nodes.map(name => `${name}=http://${this.#address(name, 'etcdPeers')}`)
    const [own, clients] = [
      `http://${this.#address(node, 'etcdPeers')}`,
      `http://${this.#address(node, 'etcd')}`,
    ]
    return [
      `--name=${node}`,
      '--data-dir=etcd',
      `--listen-peer-urls=${own}`,
      `--initial-advertise-peer-urls=${own}`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--initial-cluster=${peers.join(',')}`,
      '--initial-cluster-state=new',
      // Three members share two cores with everything else here. The defaults are for machines of their own.
      '--heartbeat-interval=200',
      '--election-timeout=2000',
      '--log-level=warn',
    ]
  }

  #configure(node: NodeName): void {
    const directory = this.#at(node).make()
    const settings = patroniSettings(node, directory, {
      postgres: this.#address(node, 'postgres'),
      patroni: this.#address(node, 'patroni'),
      etcd: nodes.map(name => this.#address(name, 'etcd')),
    })
    // Patroni reads YAML, of which JSON is a part.
    writeFileSync(`${directory.outside}/patroni.json`, JSON.stringify(settings, null, 2))
  }

  #startProxy(): void {
    const servers = nodes.map(
      node =>
        `  server ${node} ${this.#address(node, 'postgres')} check port ${this.#firstPort + ports.patroni}`,
    )
    const directory = this.#directory.within('proxy').make()
    writeFileSync(`${directory.outside}/haproxy.cfg`, proxySettings(this.#firstPort + ports.proxy, servers))
    directory.start('haproxy', 'haproxy', '-db', '-f', 'haproxy.cfg')
  }
}

function isHealthy(members: readonly Member[], isSynchronous: boolean): boolean {
  const follows = ({ role, state }: Member) => role !== 'leader' && state === 'streaming'
  return (
    members.length === nodes.length &&
    members.some(({ role, state }) => role === 'leader' && state === 'running') &&
    members.filter(follows).length === nodes.length - 1 &&
    (!isSynchronous || members.some(({ role }) => role === 'sync_standby'))
  )
}

/** Settings of the whole cluster: those that docs/deploy/failover.md recommends. */
export const clusterSettings = {
  // A machine that died is given up after this many seconds. Patroni takes no fewer than 20.
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 3,
  // Matters without synchronous replication only: a standby that lacks more than this never takes over.
  maximum_lag_on_failover: 16_777_216,
  // A Postgres that crashed is not started again first: a standby takes over at once.
  primary_start_timeout: 0,
  synchronous_mode: true,
  // Without a synchronous standby, commits wait.
  synchronous_mode_strict: true,
}

type Addresses = { postgres: string; patroni: string; etcd: string[] }

function patroniSettings(node: NodeName, { inside }: DrillDirectory, { postgres, patroni, etcd }: Addresses) {
  return {
    scope: 'reverie',
    name: node,
    restapi: { listen: patroni, connect_address: patroni },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ...clusterSettings,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_keep_size: '256MB', max_wal_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { 'locale-provider': 'builtin' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: `${inside}/data`,
      bin_dir: '/usr/lib/postgresql/18/bin',
      pgpass: `${inside}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      pg_hba: ['host all all 127.0.0.0/8 trust', 'host replication replicator 127.0.0.0/8 trust'],
      parameters: { unix_socket_directories: '', shared_buffers: '64MB', jit: 'off', timezone: 'UTC' },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  }
}

const proxySettings = (port: number, servers: readonly string[]) => `
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
