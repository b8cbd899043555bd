// The script that lets fish complete the words of the command.
import type { CompletionTree } from './tree.ts'

export function fishScript({ nodes, choices }: CompletionTree): string {
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
