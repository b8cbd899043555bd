// The themes of the commands: the headings of the help, and the first words of the commands under each.

import { nearestWord } from '../kernel/nearest-word.ts'
import type { Command } from './command.ts'

export interface CommandGroup {
  /** The word in "npx tollgate help <topic>". */
  readonly name: string
  readonly title: string
  readonly firstWords: readonly string[]
}

/** In the order that help shows them. A test checks that every command is under one. */
export const commandGroups: readonly CommandGroup[] = [
  {
    name: 'installation',
    title: 'Running the gateway',
    firstWords: [
      'serve',
      'reload',
      'migrate',
      'doctor',
      'export',
      'import',
      'cluster',
      'version',
      'completion',
      'console',
    ],
  },
  {
    name: 'merchants',
    title: 'Merchants, users and acquirer links',
    firstWords: ['merchant', 'user', 'link', 'route', 'bins', 'wallet'],
  },
  {
    name: 'money',
    title: 'Orders and money',
    firstWords: [
      'order',
      'payment-link',
      'transaction',
      'review',
      'attempt',
      'batch',
      'books',
      'report',
      'figures',
      'projection',
    ],
  },
  { name: 'cards', title: 'Stored cards', firstWords: ['token-repository', 'token'] },
  { name: 'risk', title: 'Risk rules and lists', firstWords: ['risk'] },
  { name: 'notifications', title: 'Webhook notifications', firstWords: ['webhooks'] },
  { name: 'security', title: 'Keys, audit, alerts, pages', firstWords: ['keys', 'audit', 'alert', 'pages'] },
  { name: 'acquirers', title: 'Acquirers', firstWords: ['adapter', 'message', 'host'] },
  { name: 'sandbox', title: 'Sandbox only', firstWords: ['sandbox'] },
]

export function commandsInGroup({ firstWords }: CommandGroup, commands: readonly Command[]): readonly Command[] {
  return firstWords.flatMap((word) => commands.filter(({ name }) => name.split(' ')[0] === word))
}

export function findCommandGroup(name: string | undefined): CommandGroup | undefined {
  return commandGroups.find((theme) => theme.name === name)
}

// Finds the command that the given words call, or suggests what was meant.

export type CommandMatch =
  /** Rest are the words after the command's name. */
  | { readonly kind: 'COMMAND'; readonly command: Command; readonly rest: readonly string[] }
  /** The words are the beginning of these commands' names: for example "merchant", or no word at all. */
  | { readonly kind: 'GROUP'; readonly name: string; readonly members: readonly Command[] }
  | { readonly kind: 'UNKNOWN'; readonly message: string }

export function findCommand(commands: readonly Command[], words: readonly string[]): CommandMatch {
  let name = ''
  let members = commands
  for (const [index, word] of words.entries()) {
    if (word.startsWith('-')) break
    const next = join(name, word)
    const command = members.find((each) => each.name === next)
    const inside = members.filter((each) => each.name.startsWith(`${next} `))
    // "host" is a command, and so is "host tail".
    const isLonger = inside.some((each) => each.name.split(' ')[index + 1] === words[index + 1])
    if (command && !isLonger) return { kind: 'COMMAND', command, rest: words.slice(index + 1) }
    if (inside.length === 0) return { kind: 'UNKNOWN', message: unknownCommand(next, name, members) }
    name = next
    members = inside
  }
  return { kind: 'GROUP', name, members }
}

/** The words that may follow the name of a group. */
export function nextWords(group: string, members: readonly Command[]): readonly string[] {
  const depth = group === '' ? 0 : group.split(' ').length
  return [...new Set(members.map(({ name }) => name.split(' ')[depth] ?? ''))]
}

function unknownCommand(typed: string, group: string, members: readonly Command[]): string {
  const known = nextWords(group, members)
  const near = nearestWord(typed.slice(group.length).trim(), known)
  const hint = near === undefined ? `the commands are ${known.join(', ')}.` : `did you mean ${join(group, near)}?`
  return `${JSON.stringify(typed)} is not a command; ${hint}`
}

function join(group: string, word: string): string {
  return group === '' ? word : `${group} ${word}`
}
