// The script that lets zsh complete the words of the command.
import type { CompletionTree } from './tree.ts'

export function zshScript({ nodes, choices }: CompletionTree): string {
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
