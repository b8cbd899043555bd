// Finds the command that the words call and runs it: dispatch, help, version.
import { readFile } from 'node:fs/promises'
import type { Surroundings } from './command.ts'
import { findTheme } from './command-groups.ts'
import { commands } from './commands.ts'
import { findCommand, nextWords } from './find-command.ts'
import { helpFor, helpForAll, helpForGroup, helpForTheme, program } from './help.ts'
import { done, misused, type Result } from './result.ts'
import { processTerminal, type Terminal } from './terminal.ts'

export async function run(
  words: readonly string[],
  env: Surroundings['env'],
  terminal: Terminal = processTerminal,
): Promise<Result> {
  if (words.length === 0) return help(helpForAll(commands))
  if (isGiven(words.slice(0, 2), '--version')) return version()
  if (words[0] === 'help') {
    // A word such as "risk" may be both; the commands that begin with it are then the theme's.
    const theme = words.filter((word) => !word.startsWith('-')).length === 2 ? findTheme(words[1]) : undefined
    return theme ? help(helpForTheme(theme, commands)) : run([...words.slice(1), '--help'], env, terminal)
  }

  // Options in front of the command mean the same as behind it.
  const start = words.findIndex((word) => !word.startsWith('-'))
  const leading = start < 0 ? words : words.slice(0, start)
  const found = findCommand(commands, start < 0 ? [] : words.slice(start))
  const wantsHelp = isGiven(words, '--help') || isGiven(words, '-h')
  switch (found.kind) {
    case 'unknown':
      return misused(found.message)
    case 'group': {
      if (wantsHelp) return help(found.name === '' ? helpForAll(commands) : helpForGroup(found.members, found.name))
      const next = nextWords(found.name, found.members).join(', ')
      return misused(`${`${program} ${found.name}`.trim()} needs one of ${next}.`)
    }
    case 'command': {
      if (wantsHelp) return help(helpFor(found.command))
      const ready = found.command.read([...leading, ...found.rest])
      if (typeof ready === 'function') return ready({ env, isJson: wantsJson(words), terminal })
      return misused(`${ready.message} See "${program} ${found.command.name} --help".`)
    }
  }
}

export function wantsJson(words: readonly string[]): boolean {
  return isGiven(words, '--json')
}

/** Whether an option is there; what follows "--" is no option. */
function isGiven(words: readonly string[], option: string): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes(option)
}

function help(text: string): Result {
  return done({ help: text }, text.trimEnd())
}

async function version(): Promise<Result> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version: number } = JSON.parse(manifest) as { version: string }
  return done({ version: number }, number)
}
