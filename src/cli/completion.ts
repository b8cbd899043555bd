// Prints a script that completes the words of the command in a shell.
import { type Command, command } from './command.ts'
import { nextWords } from './command-groups.ts'
import { allOptions, optionName } from './read-arguments.ts'
import { commandDone } from './result.ts'
import { choiceValue } from './rows.ts'

/** Prints a script that completes the words of the command in a shell. */
const shells = ['bash', 'zsh', 'fish'] as const

const scripts: Readonly<Record<(typeof shells)[number], (tree: CompletionTree) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** The list of commands also contains this one, therefore it is read when it is complete. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return command({
    name: 'completion',
    purpose: 'Prints a script that enables shell completion for tollgate.',
    arguments: { shell: choiceValue(shells, '<shell>', 'The shell.') },
    options: {},
    example: 'bash',
    notes: () =>
      `Add it to your shell's start-up file, together with an alias for the command:

  alias tollgate='npx tollgate'
  source <(npx tollgate completion bash)`,
    async run({ shell }) {
      const script = scripts[shell](buildCompletionTree(commands()))
      return commandDone({ shell, script }, script.trimEnd())
    },
  })
}

/** What may come next on the command line, derived from the tables of the commands. */
interface CompletionNode {
  /** The words of commands so far, such as "merchant password"; empty at the beginning. */
  readonly path: string
  readonly next: readonly string[]
}

/** Where the value of an option, or an argument, can only be one of a few words. */
interface CompletionChoice {
  readonly path: string
  readonly option: string
  readonly words: readonly string[]
}

interface CompletionTree {
  readonly nodes: readonly CompletionNode[]
  readonly choices: readonly CompletionChoice[]
}

export function buildCompletionTree(commands: readonly Command[]): CompletionTree {
  const groups = new Set(commands.flatMap(({ name }) => prefixesOf(name)))
  const inGroups = [...groups].map((path) => {
    const members = commands.filter(({ name }) => path === '' || name.startsWith(`${path} `))
    return { path, next: [...nextWords(path, members), ...(path === '' ? ['help'] : [])] }
  })
  const inCommands = commands.map((command) => ({
    path: command.name,
    next: [...wordsOfFirstArgument(command), ...allOptions(command.options).map(([key]) => optionName(key))],
  }))
  const choices = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([key, row]) =>
      row.kind === 'VALUE' && row.words ? [{ path: name, option: optionName(key), words: row.words }] : [],
    ),
  )
  return { nodes: [...inGroups, ...inCommands], choices }
}

function wordsOfFirstArgument({ arguments: rows }: Command): readonly string[] {
  const [first] = Object.values(rows)
  return first?.words ?? []
}

/** Every prefix of a command's name, including the empty one. */
function prefixesOf(name: string): readonly string[] {
  const words = name.split(' ')
  return words.map((_, count) => words.slice(0, count).join(' '))
}

/** Words are letters, digits and hyphens, therefore single quotes are sufficient. */
function bashScript({ nodes, choices }: CompletionTree): string {
  const known = nodes.map(({ path }) => `'${path}'`).join('|')
  return `# Completes the words of tollgate in bash: source <(npx tollgate completion bash)
_tollgate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' word candidate words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in -*) continue ;; esac
    candidate="\${path:+$path }$word"
    case "$candidate" in
      ${known}) path="$candidate" ;;
      *) break ;;
    esac
  done
  case "$path $previous" in
${choices.map(({ path, option, words }) => `    '${path} ${option}') words='${words.join(' ')}' ;;`).join('\n')}
    *)
      case "$path" in
${nodes.map(({ path, next }) => `        '${path}') words='${next.join(' ')}' ;;`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tollgate tollgate
`
}

/** The script that lets zsh complete the words of the command. */
function zshScript({ nodes, choices }: CompletionTree): string {
  const known = nodes.map(({ path }) => `'${path}'`).join('|')
  return `#compdef tollgate
# Completes the words of tollgate in zsh: source <(npx tollgate completion zsh)
_tollgate() {
  local previous="\${words[CURRENT-1]}" place='' word candidate index
  local -a offered
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    case "$word" in (-*) continue ;; esac
    candidate="\${place:+$place }$word"
    case "$candidate" in
      (${known}) place="$candidate" ;;
      (*) break ;;
    esac
  done
  case "$place $previous" in
${choices.map(({ path, option, words }) => `    ('${path} ${option}') offered=(${words.join(' ')}) ;;`).join('\n')}
    (*)
      case "$place" in
${nodes.map(({ path, next }) => `        ('${path}') offered=(${next.join(' ')}) ;;`).join('\n')}
      esac
      ;;
  esac
  compadd -- $offered || _files
}
compdef _tollgate tollgate
`
}

/** The script that lets fish complete the words of the command. */
function fishScript({ nodes, choices }: CompletionTree): string {
  const known = nodes.map(({ path }) => `'${path}'`).join(' ')
  return `# Completes the words of tollgate in fish: npx tollgate completion fish | source
set -g __tollgate_places ${known}
function __tollgate_place
  set -l place ''
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l candidate (string trim "$place $word")
    contains -- $candidate $__tollgate_places; or break
    set place $candidate
  end
  echo $place
end
function __tollgate_is
  set -l typed (commandline -opc)
  set -l place (__tollgate_place)
  test "$place" = "$argv[1]"; or return 1
  test (count $argv) -eq 1; or test "$typed[-1]" = "$argv[2]"
end
complete -c tollgate -f
${nodes.map(({ path, next }) => `complete -c tollgate -n "__tollgate_is '${path}'" -a '${next.join(' ')}'`).join('\n')}
${choices
  .map(
    ({ path, option, words }) =>
      `complete -c tollgate -n "__tollgate_is '${path}' '${option}'" -a '${words.join(' ')}'`,
  )
  .join('\n')}
`
}
