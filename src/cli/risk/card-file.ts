// Card numbers for a list. They come from a file or the standard input and never as an argument: arguments show in lists
// of processes and in the history of a shell.
import { createReadStream } from 'node:fs'
import { card50 } from '../../contract/groups/source-of-funds.ts'
import { FieldError } from '../../contract/row.ts'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import { isPlausibleCardNumber } from '../../kernel/instrument.ts'
import { maskCardNumber } from '../../kernel/secret.ts'
import type { Vault } from '../../keys/ports/vault.ts'
import type { CardToList } from '../../risk/ports/risk-store.ts'
import { readAll } from '../read-all.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import type { Terminal } from '../terminal.ts'

/** Some three thousand cards; a longer file is most likely the wrong one. */
const bytesMax = 65_536

export const cardFileOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<file>',
  description: 'A file with card numbers, one per line. Default: standard input, also with --card-file=-.',
  parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
}

export type HashedCard = Required<Pick<CardToList, 'hash' | 'maskedNumber' | 'formerHashes'>>

/** The numbers stay inside; only what a list stores of them is returned. */
interface CardFile {
  readonly kind: 'CARDS'
  readonly hashedBy: (vault: Pick<Vault, 'keyedHash' | 'lookupHashes'>) => readonly HashedCard[]
}

/** Refused text is not shown, since it may be a number. */
export async function readCards(
  file: string | undefined,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<CommandRefusal | CardFile> {
  const isStandardInput = file === undefined || file === '-'
  // The user may have given a number in place of a path.
  const name = isStandardInput ? 'Standard input' : scrubAccountNumbers(file)
  const bytes = await readAll(isStandardInput ? stdin : createReadStream(file), bytesMax).catch(
    (error: NodeJS.ErrnoException) => commandRefused(`${name} cannot be read (${error.code}).`),
  )
  if (!bytes) return commandRefused(`${name} is longer than ${bytesMax} bytes.`)
  if ('kind' in bytes) return bytes
  const text = bytes.toString('utf8')

  // As printed on cards and in letters.
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll(/[ -]/g, ''))
  const wrong = lines.findIndex((line) => line !== '' && !isCardNumber(line))
  if (wrong >= 0) return commandRefused(`${name}, line ${wrong + 1}: this is not a card number.`)
  const numbers = new Set(lines.filter((line) => line !== ''))
  if (numbers.size === 0) return commandRefused(`${name} contains no card numbers.`)
  return {
    kind: 'CARDS',
    hashedBy: (vault) =>
      [...numbers].map((number) => ({
        maskedNumber: maskCardNumber(number),
        hash: vault.keyedHash('ACCOUNT', number),
        formerHashes: vault.lookupHashes('ACCOUNT', number),
      })),
  }
}

function isCardNumber(text: string): boolean {
  return !(card50.rows.number.type.read(text) instanceof FieldError) && isPlausibleCardNumber(text)
}
