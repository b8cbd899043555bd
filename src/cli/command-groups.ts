// The themes of the commands: the headings of the help, and the first words of the commands under each.
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
