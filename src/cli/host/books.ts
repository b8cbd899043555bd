// Commands about the ISO 8583 test host: its books, its messages, its keys.
import { join, resolve } from 'node:path'
import { FieldError } from '../../contract/row.ts'
import {
  DamagedBooksError,
  type FollowedMessage,
  findHost,
  followedText,
  HostBooks,
  type ListedEntry,
  readJournal,
} from '../../host/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { type CommandContext, command } from '../command.ts'
import { program } from '../help.ts'
import { commandDone, commandRefused } from '../result.ts'
import { optionalArgument, type ValueRow } from '../rows.ts'
import { printable, table } from '../table.ts'

/** The options of the commands about the ISO 8583 test host. */
export const dataOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<folder>',
  description: 'The folder of its books. Default: host in the data folder of the sandbox.',
  parse: (text) => (text === '' || text.includes('\0') ? new FieldError('must be the path of a folder') : text),
}

export function hostFolder(data: string | undefined, { env }: Pick<CommandContext, 'env'>): string {
  return data === undefined ? join(loadConfig(env).dataDir, 'host') : resolve(data)
}

export function fileOption(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<file>',
    description,
    parse: (text) => (text === '' || text.includes('\0') ? new FieldError('must be the path of a file') : text),
  }
}

const merchantArgument: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<merchant>',
  description: 'The card acceptor (DE 42); without it those of all.',
  parse: (text) => (/^[\x20-\x7e]{1,15}$/.test(text) ? text : new FieldError('must be 1 to 15 characters')),
}

export const hostBooks = command({
  name: 'host books',
  purpose: 'Shows the books of the ISO 8583 test host.',
  arguments: { merchant: optionalArgument(merchantArgument) },
  options: { data: dataOption },
  example: 'TESTISO8583',
  async run({ merchant, data }, context) {
    const books = new HostBooks()
    try {
      for (const record of await readJournal(hostFolder(data, context))) books.apply(record)
    } catch (error) {
      if (error instanceof DamagedBooksError) return commandRefused(error.message)
      throw error
    }
    const merchants = merchant === undefined ? books.merchants() : [merchant]
    const entries = merchants.flatMap((each) =>
      books.list(each, { limit: Number.POSITIVE_INFINITY }).map((entry) => ({ merchant: each, ...entry })),
    )
    return commandDone({ entries }, entries.length === 0 ? 'The books are empty.' : textOf(entries))
  },
})

function textOf(entries: readonly (ListedEntry & { readonly merchant: string })[]): string {
  return table(
    ['MERCHANT', 'REFERENCE', 'KIND', 'CARD', 'STANDING', 'CURRENCY', 'BATCH', 'STATE', 'ASKED'],
    entries.map(({ merchant, reference, kind, lastFour, standingMinor, currency, batch, timesAsked, ...entry }) => [
      merchant,
      reference,
      kind,
      lastFour ?? '',
      standingMinor,
      currency,
      batch === undefined ? '' : String(batch),
      entry.isReversed ? 'reversed' : entry.isApproved ? 'approved' : 'declined',
      String(timesAsked),
    ]),
  )
}

export const hostTail = command({
  name: 'host tail',
  purpose: 'Shows the messages of the ISO 8583 test host as they pass, until Ctrl-C.',
  arguments: {},
  options: { data: dataOption },
  example: '',
  notes:
    () => `Account numbers are masked; security codes, cryptograms and keys are not shown. With --json every line is
a separate document.`,
  async run({ data }, context) {
    const { terminal, isJson } = context
    const folder = hostFolder(data, context)
    const url = await findHost(folder)
    if (url === undefined)
      return commandRefused(`No host runs on ${folder}; "npm start" and "${program} host" start one.`)
    const stopped = new AbortController()
    void terminal.interrupted().then(() => stopped.abort())
    if (!isJson) terminal.stderr.write('Waiting for messages. Stop with Ctrl-C.\n')
    try {
      const response = await fetch(`${url}/messages`, { signal: stopped.signal })
      for await (const line of linesOf(response))
        terminal.stdout.write(`${isJson ? line : readable(JSON.parse(line) as FollowedMessage)}\n`)
    } catch (error) {
      if (!stopped.signal.aborted) return commandRefused(`The host has stopped (${(error as Error).message}).`)
    }
    return { kind: 'ENDED', exitCode: 0 }
  },
})

/** Values came from outside. */
function readable(message: FollowedMessage): string {
  return `${followedText(message).split('\n').map(printable).join('\n')}\n`
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

export const hostChangeKey = command({
  name: 'host change-key',
  purpose: 'Makes the ISO 8583 test host send a new key to everyone who is signed on.',
  arguments: {},
  options: { data: dataOption },
  example: '',
  async run({ data }, context) {
    const folder = hostFolder(data, context)
    const url = await findHost(folder)
    if (url === undefined) return commandRefused(`No host runs on ${folder}; "${program} host" starts one.`)
    const { ok } = await fetch(`${url}/change-key`, { method: 'POST' })
    return ok
      ? commandDone({ changed: true }, 'The new key was sent.')
      : commandRefused('The host has no keys to change; start it with --mac, --mac-key-file and --kek-file.')
  },
})
