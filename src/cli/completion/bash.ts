// The script that lets bash complete the words of the command.
import type { CompletionTree } from './tree.ts'

/** Words are letters, digits and hyphens, therefore single quotes are sufficient. */
export function bashScript({ nodes, choices }: CompletionTree): string {
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
