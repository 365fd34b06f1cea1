import type { Rule } from '../../rules/rule.ts'

const name = String.raw`(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)`

/**
 * Any of these words, at the beginning of a sentence or inside one. A name is recognised by its capital, so case
 * matters.
 */
const anyOf = (words: string): string =>
  `\\b(?:${words
    .split(' ')
    .map(word => `[${word[0]!.toUpperCase()}${word[0]}]${word.slice(1)}`)
    .join('|')})`

const inContext = (words: string): RegExp => new RegExp(words, 'u')

/** Patterns with which owners say whom a container is about. In order: the first that matches decides. */
export const namings: readonly Rule[] = [
  {
    name: 'person is called',
    keptFor: 'no set describes its container',
    expression: inContext(
      `${anyOf('user person customer client patient student speaker author owner')}(?:['’]s name)? is (?:called |named )?${name}`,
    ),
    matches: ['The user is Ada Byron', "The patient's name is Bo Lind"],
    rejects: ['The user is tired'],
  },
  {
    name: 'label and name',
    keptFor: 'no set describes its container',
    expression: inContext(`${anyOf('user name person customer')}\\s*: *${name}`),
    matches: ['Name: Ada Byron', 'User: Bo'],
    rejects: ['Note: buy milk'],
  },
  {
    name: 'texts of somebody',
    keptFor: 'no set describes its container',
    expression: inContext(
      `${anyOf('conversation conversations chat chats notes messages diary journal memories')} (?:of|with|by|from|about) ${name}`,
    ),
    matches: ['Conversations with Ada', 'Diary of Bo Lind'],
    rejects: ['Notes about cooking'],
  },
  {
    name: 'opens with a name',
    keptFor: 'no set describes its container',
    expression: inContext(`^${name}(?:['’]s | is |, an? )`),
    matches: ['Ada is a nurse', 'Bo Lind, an old sailor'],
    rejects: ['A nurse is here', 'about a nurse'],
  },
]
