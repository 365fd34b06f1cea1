import { execFile } from 'node:child_process'
import { access, constants, readdir, realpath } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../../../platform/config.ts'
import { isInside } from '../../../platform/connectors/folder/open-root.ts'
import { findTool } from '../../../platform/extraction/box/visible-paths.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Checks what connectors need on this machine. Nothing here keeps Reverie from starting. */
export async function checkConnectors(config: Config): Promise<Finding[]> {
  const folders = listed(config.CONNECTOR_FOLDERS)
  return [
    await checkGit(),
    ...(folders.length === 0
      ? [ok('folders to connect', 'none: CONNECTOR_FOLDERS is empty')]
      : await Promise.all(folders.map(folder => checkFolder(folder, config)))),
    ...(await Promise.all(listed(config.CONNECTOR_MODULES).map(checkModule))),
    config.PUBLIC_URL === ''
      ? ok('events of sources', 'none: PUBLIC_URL is empty, so sources are asked at intervals')
      : ok('events of sources', `at ${config.PUBLIC_URL}`),
  ]
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')

/** Older versions cannot be told which address a name has, so a name could lead them into the operator's network. */
const oldestGit = [2, 37] as const
const run = promisify(execFile)

async function checkGit(): Promise<Finding> {
  const subject = 'git repositories'
  if (!findTool('git'))
    return warning(subject, 'git not found', 'Install it: apt-get install git. Connections to git need it')
  const { stdout } = await run('git', ['version']).catch(() => ({ stdout: '' }))
  const [version = 'an unknown version', major, minor] = /(\d+)\.(\d+)[\d.]*/.exec(stdout) ?? []
  const isNew =
    Number(major) > oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) >= oldestGit[1])
  if (isNew) return ok(subject, `git ${version}`)
  return warning(subject, `git ${version} is too old`, `Install git ${oldestGit.join('.')} or later`)
}

async function checkFolder(folder: string, { DATA_DIR }: Config): Promise<Finding> {
  const subject = `folder ${folder}`
  if (!isAbsolute(folder))
    return warning(
      subject,
      'no absolute path',
      'Write the whole path in CONNECTOR_FOLDERS, such as /srv/notes',
    )
  try {
    await readdir(folder)
    await access(folder, constants.R_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return warning(
      subject,
      `cannot be listed (${code})`,
      'Create or mount it, let the user who runs Reverie read it, or remove it from CONNECTOR_FOLDERS',
    )
  }
  const [real, data] = await Promise.all([
    realpath(folder),
    realpath(DATA_DIR).catch(() => resolve(DATA_DIR)),
  ])
  if (!isInside(real, data)) return ok(subject, 'can be connected')
  return warning(
    subject,
    `holds DATA_DIR (${DATA_DIR}) with the keys of this installation`,
    'Whoever may make a connection could read them. Name a narrower folder in CONNECTOR_FOLDERS',
  )
}

async function checkModule(path: string): Promise<Finding> {
  const subject = `connector ${path}`
  try {
    await access(resolve(path), constants.R_OK)
    return ok(subject, 'found')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return warning(subject, `cannot be read (${code})`, 'Correct the path in CONNECTOR_MODULES')
  }
}
