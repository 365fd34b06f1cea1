import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { queryAt } from '../../measure/query-at.ts'
import type { DrillDirectory } from './root.ts'

/** The repository of backups and archived WAL of all clusters of a drill. */
export class Archive {
  readonly directory: DrillDirectory
  readonly #sections: string[] = []

  constructor(directory: DrillDirectory) {
    this.directory = directory
    directory.within('repository').make()
  }

  /** Adds a cluster, called a stanza there. */
  add(stanza: string, settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    this.#sections.push([`[${stanza}]`, ...lines].join('\n'))
    const { inside, outside } = this.directory
    const global = [
      '[global]',
      `repo1-path=${inside}/repository`,
      'repo1-retention-full=2',
      `log-path=${inside}`,
      `lock-path=${inside}/lock`,
      `spool-path=${inside}/spool`,
      'log-level-console=warn',
      'log-level-file=off',
      // Does not wait for the next regular checkpoint, which may be minutes away.
      'start-fast=y',
      'process-max=1',
    ]
    writeFileSync(`${outside}/pgbackrest.conf`, `${[global.join('\n'), ...this.#sections].join('\n\n')}\n`)
  }

  command(stanza: string, ...rest: string[]): string[] {
    return ['pgbackrest', `--config=${this.directory.inside}/pgbackrest.conf`, `--stanza=${stanza}`, ...rest]
  }

  async run(stanza: string, ...rest: string[]): Promise<string> {
    const [program, ...args] = this.command(stanza, ...rest)
    return this.directory.run(program!, ...args)
  }
}

/** A Postgres whose WAL goes to an archive, and which can be restored from it. */
export class ArchivedCluster {
  readonly name: string
  readonly url: string
  readonly #archive: Archive
  readonly #directory: DrillDirectory
  readonly #port: number

  constructor(archive: Archive, name: string, port: number) {
    this.name = name
    this.url = `postgres://postgres@127.0.0.1:${port}/reverie`
    this.#archive = archive
    this.#directory = archive.directory.within(name)
    this.#port = port
  }

  /** An empty database, a first full backup of which must still be made. */
  async create(): Promise<void> {
    const { inside } = this.#directory.make()
    this.#archive.add(this.name, {
      'pg1-path': `${inside}/data`,
      'pg1-port': String(this.#port),
      'pg1-socket-path': inside,
      'pg1-user': 'postgres',
    })
    const options =
      '--username=postgres --auth=trust --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8'
    await this.#directory.run('initdb', '-D', 'data', ...options.split(' '))
    await this.#start('on')
    await this.#ask('postgres', 'create database reverie')
    await this.#archive.run(this.name, 'stanza-create')
  }

  /** Returns when the backup was complete: the first moment that a restore can reach. */
  async backUp(): Promise<Date> {
    await this.#archive.run(this.name, '--type=full', 'backup')
    return new Date()
  }

  /** Resolves when everything up to now is in the archive, as it is by itself after `archive_timeout`. */
  async untilArchived(): Promise<void> {
    // An idle server has nothing to switch.
    await this.query(`select pg_logical_emit_message(true, 'drill', '')`)
    const [row] = await this.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    for (;;) {
      const [archiver] = await this.query<{ last: string | null }>(
        'select last_archived_wal as last from pg_stat_archiver',
      )
      if ((archiver!.last ?? '') >= row!.name) return
      await sleep(100)
    }
  }

  /** The machine with its disk is gone. */
  async destroy(): Promise<void> {
    await this.#directory.killAll()
    rmSync(`${this.#directory.outside}/data`, { recursive: true })
  }

  /** The state of this moment, from the archive alone. It is not archived itself. */
  async restoreTo(moment: Date): Promise<void> {
    const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
    const options = ['--type=time', `--target=${target}`, '--target-action=promote', '--archive-mode=off']
    await this.#archive.run(this.name, ...options, 'restore')
    await this.#start('off')
    for (;;) {
      const [row] = await this.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
      if (row?.recovering === false) return
      await sleep(50)
    }
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.#ask('reverie', sql, values)
  }

  async #start(archiveMode: 'on' | 'off'): Promise<void> {
    const { inside } = this.#directory
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: inside,
      archive_mode: archiveMode,
      archive_command: this.#archive.command(this.name, 'archive-push', '%p').join(' '),
      archive_timeout: '60s',
      shared_buffers: '64MB',
      jit: 'off',
      timezone: 'UTC',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = this.#directory.start('postgres', 'postgres', '-D', `${inside}/data`, ...options)
    for (;;) {
      const isUp = await this.#ask('postgres', 'select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      if (server.exitCode !== null)
        throw new Error(`Postgres ${this.name} did not start: ${this.#directory.outside}/postgres.log`)
      await sleep(100)
    }
  }

  async #ask<Row extends pg.QueryResultRow>(
    database: string,
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return queryAt<Row>(this.url.replace(/reverie$/, database), sql, values)
  }
}
