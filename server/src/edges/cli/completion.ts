import type { Command } from 'commander'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** A command with its words: names of commands below it, and its options. */
type Words = { path: string; words: { word: string; description: string }[] }

/** Every command, so that a script completes by the words before the cursor without asking us. */
function wordsOf(command: Command, path: readonly string[] = []): Words[] {
  const visible = command.commands.filter(sub => !(sub as unknown as { _hidden: boolean })._hidden)
  const words = [
    ...visible.map(sub => ({ word: sub.name(), description: sub.description() })),
    ...command.options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : [])),
  ]
  return [{ path: path.join(' '), words }, ...visible.flatMap(sub => wordsOf(sub, [...path, sub.name()]))]
}

const shells = { bash: toBash, zsh: toZsh, fish: toFish }

/** Prints a script that completes commands and options. */
export function completionCommand(program: Command, shell: string): void {
  if (!Object.hasOwn(shells, shell))
    throw new CommandError(`There is no completion for ${shell}. There is: bash, zsh, fish.`, exitCodes.usage)
  console.log(shells[shell as keyof typeof shells](wordsOf(program)))
}

/** The command is what is before the first option. Files are completed where no word matches. */
function toBash(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  )
  return `_reverie() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    case $path in
${cases.join('\n')}
    esac
    [ -n "$words" ] || [ -z "$path" ] && break
    case $path in *' '*) path=\${path% *} ;; *) path='' ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _reverie reverie ./reverie`
}

function toZsh(all: readonly Words[]): string {
  return `#compdef reverie
autoload -U +X bashcompinit && bashcompinit
${toBash(all)}`
}

function toFish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const first = path.split(' ').filter(Boolean)
      const isAt = first.length === 0 ? '__fish_use_subcommand' : `__reverie_at ${first.join(' ')}`
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c reverie -n '${isAt}' ${what} -d '${description.replaceAll("'", "\\\\'")}'`
    }),
  )
  return `function __reverie_at
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    for i in (seq (count $argv))
        test $words[(math $i + 1)] = $argv[$i]; or return 1
    end
end
${lines.join('\n')}`
}
