// Shows the books of the ISO 8583 test host, whether or not it is running.
import { FieldError } from '../../contract/row.ts'
import { HostBooks, type ListedEntry } from '../../host/books.ts'
import { readJournal } from '../../host/journal.ts'
import { DamagedBooksError } from '../../host/journal-files.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { optionalArgument, type ValueRow } from '../rows.ts'
import { table } from '../table.ts'
import { dataOption, hostFolder } from './options.ts'

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
