// What may come next on the command line, derived from the tables of the commands.
import type { Command } from '../command.ts'
import { nextWords } from '../find-command.ts'
import { allOptions, optionName } from '../read-arguments.ts'

export interface CompletionNode {
  /** The words of commands so far, such as "merchant password"; empty at the beginning. */
  readonly path: string
  readonly next: readonly string[]
}

/** Where the value of an option, or an argument, can only be one of a few words. */
export interface CompletionChoice {
  readonly path: string
  readonly option: string
  readonly words: readonly string[]
}

export interface CompletionTree {
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
