import type { Command } from 'commander'

type Word = { word: string; description: string; takesValue?: boolean }

/** A command with the words that may follow it: commands below it or values of its argument, and its options. */
type Words = { path: string[]; words: Word[]; options: Word[] }

export const shells = ['bash', 'zsh', 'fish'] as const

/** Every command, so that a script completes by the words before the cursor without asking us. */
function wordsOf(command: Command, path: string[] = []): Words[] {
  const visible = command.commands.filter(sub => !(sub as unknown as { _hidden: boolean })._hidden)
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const words = [
    ...visible.map(sub => ({ word: sub.name(), description: sub.description() })),
    ...values.map(word => ({ word, description: '' })),
  ]
  const options = command.options.flatMap(({ long, description, required }) =>
    long ? [{ word: long, description, takesValue: required }] : [],
  )
  const help = { word: '--help', description: 'print the usage of a command' }
  return [
    { path, words, options: [...options, help] },
    ...visible.flatMap(sub => wordsOf(sub, [...path, sub.name()])),
  ]
}

/** Prints a script that completes commands and options. */
export function completionCommand(program: Command, shell: (typeof shells)[number]): void {
  const all = wordsOf(program)
  console.log({ bash: toBash, zsh: toZsh, fish: toFish }[shell](all))
}

const listed = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ')

/** The command is what is before the first option. Bash completes files where no word matches. */
function toBash(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, words, options }) =>
      `      '${path.join(' ')}') words='${listed(words)}' options='${listed(options)}' ;;`,
  )
  return `_reverie() {
  local path='' word words='' options='' is_known
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    is_known=1
    case $path in
${cases.join('\n')}
      *) is_known='' ;;
    esac
    [ -n "$is_known" ] && break
    case $path in *' '*) path=\${path% *} ;; *) path='' ;; esac
  done
  case \${COMP_WORDS[COMP_CWORD]} in -*) words=$options ;; esac
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
  const lines = all.flatMap(({ path, words, options }) => [
    ...words.map(each => fishLine(`__reverie_after ${path.join(' ')}`, `-f -a ${each.word}`, each)),
    ...options.map(each =>
      fishLine(
        `__reverie_in ${path.join(' ')}`,
        `-l ${each.word.slice(2)}${each.takesValue ? ' -r' : ''}`,
        each,
      ),
    ),
  ])
  return `# Whether these words are the command so far, with or without others behind them.
function __reverie_in
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    for i in (seq (count $argv))
        test $words[(math $i + 1)] = $argv[$i]; or return 1
    end
end
# Whether these words are the whole command so far.
function __reverie_after
    __reverie_in $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)
end
${lines.join('\n')}`
}

const fishLine = (condition: string, what: string, { description }: Word): string =>
  `complete -c reverie -n '${condition.trimEnd()}' ${what} -d '${description.replaceAll(/['\\]/g, '\\$&')}'`
