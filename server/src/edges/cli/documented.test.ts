import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { repository } from '../../../test/run-reverie.ts'
import { createProgram } from './program.ts'

const page = readFileSync(join(repository, 'docs/cli.md'), 'utf8')

/** Commands for Reverie's developers, which docs/cli.md omits. */
const internal = new Set(['generate'])

/** Every command that has an action, with its full name. */
function commandsOf(command: Command, path: string[] = []): { name: string; options: string[] }[] {
  if (command.commands.length === 0)
    return [{ name: path.join(' '), options: command.options.map(({ long }) => long!) }]
  return command.commands
    .filter(sub => !internal.has(sub.name()))
    .flatMap(sub => commandsOf(sub, [...path, sub.name()]))
}

test('docs/cli.md has an example of every command and names every option', () => {
  const missing = commandsOf(createProgram()).flatMap(({ name, options }) => {
    // `profile` is not `profiles`.
    const example = new RegExp(`\\./reverie ${name}(?![\\w-])`)
    const section = page.split(/^## /m).find(part => example.test(part))
    if (!section) return [name]
    return options.filter(option => !section.includes(option)).map(option => `${name} ${option}`)
  })
  expect(missing).toEqual([])
})

test('docs/cli.md describes commands in the order in which reverie --help lists them', () => {
  const places = commandsOf(createProgram()).map(({ name }) => {
    const headings = page.split(/^## /m).map(part => new RegExp(`\\./reverie ${name}(?![\\w-])`).test(part))
    return { name, place: headings.indexOf(true) }
  })
  expect(places.map(({ name }) => name)).toEqual(
    places.toSorted((a, b) => a.place - b.place).map(({ name }) => name),
  )
})
