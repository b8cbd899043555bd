// Prints a script that completes the words of the command in a shell.
import { type Command, command } from '../command.ts'
import { commandDone } from '../result.ts'
import { choiceValue } from '../rows.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { buildCompletionTree, type CompletionTree } from './tree.ts'
import { zshScript } from './zsh.ts'

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
