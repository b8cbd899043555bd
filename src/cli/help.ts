// Help, built from the tables that define the commands.
import type { Command } from './command.ts'
import { type CommandGroup, commandGroups, commandsInGroup } from './command-groups.ts'
import { allOptions, optionName } from './read-arguments.ts'
import { pairs } from './table.ts'

export const program = 'npx tollgate'

const moreHelp = `Settings are read from the environment, as for the gateway; "${program} serve --help" lists them.`

/** Every command, topic by topic. */
export function helpForAll(commands: readonly Command[]): string {
  const sections = commandGroups.map((theme) => `${theme.title}\n${listed(commandsInGroup(theme, commands))}`)
  const names = commandGroups.map(({ name }) => name).join(', ')
  return `${program}: runs and manages a payment gateway.

Usage
  ${program} <command> [options]

${sections.join('\n\n')}

Every command has --help and --json. "${program} help <topic>" shows one section of this list: ${names}.
${moreHelp}
`
}

/** The commands whose names begin with a word such as "merchant". */
export function helpForGroup(members: readonly Command[], group: string): string {
  return `${program} ${group}: see its commands.

Usage
  ${program} ${group} <command> [options]

Commands
${listed(members)}

Every command has --help and --json. ${moreHelp}
`
}

/** The commands about one thing, each with an example. */
export function helpForCommandGroup(theme: CommandGroup, commands: readonly Command[]): string {
  const members = commandsInGroup(theme, commands)
  const examples = members.map(({ name, example }) => `  ${[program, name, example].join(' ').trimEnd()}`)
  return `${program}: ${theme.title}

Commands
${listed(members)}

Examples
${examples.join('\n')}

Every command has --help and --json. ${moreHelp}
`
}

function listed(commands: readonly Command[]): string {
  return pairs(commands.map(({ name, purpose }) => [name, purpose]))
}

export function helpFor(command: Command): string {
  const { name, purpose, example, notes } = command
  const args = Object.values(command.arguments).map(
    ({ placeholder, description, isOptional }) => [isOptional ? `[${placeholder}]` : placeholder, description] as const,
  )
  const options = allOptions(command.options).map(([key, row]) => {
    const isRequired = 'isRequired' in row
    const shown = row.kind === 'FLAG' ? optionName(key) : `${optionName(key)} ${row.placeholder}`
    return [shown, isRequired ? `${row.description} Required.` : row.description] as const
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
    row.kind === 'VALUE' && row.isRequired ? [`${optionName(key)} ${row.placeholder}`] : [],
  )
}
