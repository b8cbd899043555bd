// Help, made from the tables that the commands are read by.
import type { Command } from './command.ts'
import { allOptions, optionName } from './read-arguments.ts'
import { pairs } from './table.ts'

export const program = 'npx tollgate'

const moreHelp = `Settings come from the environment, as the gateway's do; "${program} serve --help" lists them.`

/** Every command, or those whose names begin with a word such as "merchant". */
export function helpForAll(commands: readonly Command[], group = ''): string {
  const start = group === '' ? program : `${program} ${group}`
  return `${start}: ${group === '' ? 'runs and manages a payment gateway.' : 'see its commands.'}

Usage
  ${start} <command> [options]

Commands
${pairs(commands.map(({ name, purpose }) => [name, purpose]))}

Every command has --help and --json. ${moreHelp}
`
}

export function helpFor(command: Command): string {
  const { name, purpose, example, notes } = command
  const args = Object.values(command.arguments).map(
    ({ placeholder, description, isOptional }) => [isOptional ? `[${placeholder}]` : placeholder, description] as const,
  )
  const options = allOptions(command.options).map(([key, row]) => {
    const isRequired = 'isRequired' in row
    const shown = row.kind === 'flag' ? optionName(key) : `${optionName(key)} ${row.placeholder}`
    return [shown, isRequired ? `${row.description} Always needed.` : row.description] as const
  })
  return `${program} ${name}: ${purpose}

Usage
  ${[program, name, ...args.map(([placeholder]) => placeholder), ...requiredOf(command), '[options]'].join(' ')}
${args.length === 0 ? '' : `\nArguments\n${pairs(args)}\n`}
Options
${pairs(options)}

Example
  ${[program, name, example].join(' ').trimEnd()}

${notes?.() ?? moreHelp}
`
}

function requiredOf({ options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([key, row]) =>
    row.kind === 'value' && row.isRequired ? [`${optionName(key)} ${row.placeholder}`] : [],
  )
}
