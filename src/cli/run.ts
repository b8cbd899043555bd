// Finds the command that the words call, runs it and prints its result. The exit code is 0 on success, 1 when the
// command was refused or failed, 2 on wrong usage.
import { readFile } from 'node:fs/promises'
import type { CommandContext } from './command.ts'
import { findCommand, findCommandGroup, nextWords } from './command-groups.ts'
import { commands } from './commands.ts'
import { helpFor, helpForAll, helpForCommandGroup, helpForGroup, program } from './help.ts'
import { type CommandResult, commandDone, usageError } from './result.ts'
import { explainFailure } from './start-failure.ts'
import { processTerminal, type Terminal } from './terminal.ts'

export async function execute(
  words: readonly string[],
  env: CommandContext['env'],
  terminal: Terminal,
): Promise<number> {
  const isJson = wantsJson(words)
  try {
    return print(await runCommand(words, env, terminal), { isJson, terminal })
  } catch (error) {
    return printError(explainFailure(error), { isJson, terminal, exitCode: 1 })
  }
}

function print(result: CommandResult, { isJson, terminal }: { isJson: boolean; terminal: Terminal }): number {
  switch (result.kind) {
    case 'DONE':
      terminal.stdout.write(`${isJson ? JSON.stringify(result.data, null, 2) : result.text}\n`)
      return result.hasProblems ? 1 : 0
    case 'REFUSED':
      return printError(result.message, { isJson, terminal, exitCode: 1 })
    case 'MISUSED':
      return printError(result.message, { isJson, terminal, exitCode: 2 })
    case 'ENDED':
      return result.exitCode
  }
}

function printError(
  message: string,
  { isJson, terminal, exitCode }: { isJson: boolean; terminal: Terminal; exitCode: number },
): number {
  if (isJson) terminal.stdout.write(`${JSON.stringify({ error: message })}\n`)
  else terminal.stderr.write(`${message}\n`)
  return exitCode
}

export async function runCommand(
  words: readonly string[],
  env: CommandContext['env'],
  terminal: Terminal = processTerminal,
): Promise<CommandResult> {
  if (words.length === 0) return help(helpForAll(commands))
  if (isGiven(words.slice(0, 2), '--version')) return version()
  if (words[0] === 'help') {
    // A word such as "risk" may be both; the commands that begin with it are then the theme's.
    const theme = words.filter((word) => !word.startsWith('-')).length === 2 ? findCommandGroup(words[1]) : undefined
    return theme ? help(helpForCommandGroup(theme, commands)) : runCommand([...words.slice(1), '--help'], env, terminal)
  }

  // Options before the command mean the same as after it.
  const start = words.findIndex((word) => !word.startsWith('-'))
  const leading = start < 0 ? words : words.slice(0, start)
  const found = findCommand(commands, start < 0 ? [] : words.slice(start))
  const wantsHelp = isGiven(words, '--help') || isGiven(words, '-h')
  switch (found.kind) {
    case 'UNKNOWN':
      return usageError(found.message)
    case 'GROUP': {
      if (wantsHelp) return help(found.name === '' ? helpForAll(commands) : helpForGroup(found.members, found.name))
      const next = nextWords(found.name, found.members).join(', ')
      return usageError(`${`${program} ${found.name}`.trim()} requires one of ${next}.`)
    }
    case 'COMMAND': {
      if (wantsHelp) return help(helpFor(found.command))
      const ready = found.command.read([...leading, ...found.rest])
      if (typeof ready === 'function') return ready({ env, isJson: wantsJson(words), terminal })
      return usageError(`${ready.message} See "${program} ${found.command.name} --help".`)
    }
  }
}

function wantsJson(words: readonly string[]): boolean {
  return isGiven(words, '--json')
}

/** Whether an option is present; words after "--" are not options. */
function isGiven(words: readonly string[], option: string): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes(option)
}

function help(text: string): CommandResult {
  return commandDone({ help: text }, text.trimEnd())
}

async function version(): Promise<CommandResult> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version: number } = JSON.parse(manifest) as { version: string }
  return commandDone({ version: number }, number)
}
