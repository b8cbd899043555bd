// Commands about the lists of cards that are always approved or declined.
import { createReadStream } from 'node:fs'
import { string } from '../../contract/field-types.ts'
import { card50 } from '../../contract/groups/source-of-funds.ts'
import { FieldError } from '../../contract/row.ts'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import { isPlausibleCardNumber } from '../../kernel/instrument.ts'
import { maskCardNumber } from '../../kernel/secret.ts'
import type { Vault } from '../../keys/index.ts'
import { type CardToList, cardLists, operatorCardLists } from '../../risk/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, noteOption, unknownMerchant, userOption } from '../options.ts'
import { type CommandRefusal, commandDone, commandRefused, usageError } from '../result.ts'
import { choiceValue, requiredOption, type ValueRow } from '../rows.ts'
import { readAll, type Terminal } from '../terminal.ts'
import { withAdministration } from '../with-installation.ts'
import { cardData, cardsText, ownerOptions, readRiskRuleOwner } from './rules.ts'

// Card numbers for a list. They come from a file or the standard input and never as an argument: arguments show in
// lists of processes and in the history of a shell.

/** Some three thousand cards; a longer file is most likely the wrong one. */
const bytesMax = 65_536

const cardFileOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<file>',
  description: 'A file with card numbers, one per line. Default: standard input, also with --card-file=-.',
  parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
}

type HashedCard = Required<Pick<CardToList, 'hash' | 'maskedNumber' | 'formerHashes'>>

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

export const riskCardAdd = command({
  name: 'risk card add',
  purpose: 'Adds cards to a list; gateways follow within five seconds. The card numbers are not stored.',
  arguments: {},
  options: {
    ...ownerOptions,
    list: requiredOption(
      choiceValue(
        cardLists,
        '<list>',
        "The list. Trusted cards bypass the merchant's rules; suspect cards are rejected.",
      ),
    ),
    cardFile: cardFileOption,
    note: noteOption(string(1, 255), 'The reason for listing the cards'),
    user: userOption,
  },
  example: '--merchant SHOP1 --list SUSPECT --card-file cards.txt --note "Reported stolen"',
  async run({ merchant, operator, list, cardFile, note, user }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    if (operator && !operatorCardLists.some((each) => each === list))
      return usageError(`The operator can only list ${operatorCardLists.join(', ')} cards.`)
    // Before the database is opened: a user may be typing, and other commands wait for the database.
    const read = await readCards(cardFile, context.terminal)
    if (read.kind === 'REFUSED') return read

    return withAdministration(context, async ({ vault, risk, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const by = commandAuditStamp(user)
      const added = []
      for (const card of read.hashedBy(vault)) {
        const { maskedNumber } = card
        const result = await risk.addCard(owner.listsId, { ...card, list, note }, by)
        if (result === 'UNKNOWN_MERCHANT') return unknownMerchant(owner.name)
        added.push({ maskedNumber, list, result })
      }
      const lines = added.map(({ maskedNumber, result }) =>
        result === 'ADDED' ? `${maskedNumber} is ${list}.` : `${maskedNumber} was already listed and is now ${list}.`,
      )
      return commandDone({ owner: owner.merchantId ?? null, cards: added }, lines.join('\n'))
    })
  },
})

const limits = { usual: 100, most: 1_000 }

const limitOption: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<count>',
  description: `Maximum number of results (default ${limits.usual}).`,
  parse(text) {
    const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
    return count >= 1 && count <= limits.most ? count : new FieldError(`must be a number from 1 to ${limits.most}`)
  },
}

const afterOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<place>',
  description: 'Continues after the previous page, with the value that it printed.',
  parse: (text) => text,
}

export const riskCardList = command({
  name: 'risk card list',
  purpose: 'Lists trusted and suspect cards, masked.',
  arguments: {},
  options: { ...ownerOptions, limit: limitOption, after: afterOption },
  example: '--merchant SHOP1',
  async run({ merchant, operator, limit = limits.usual, after }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner

    return withAdministration(context, async ({ risk, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const page = await risk.listCards(owner.listsId, { limit, after })
      if (!page) return usageError('--after is not a value printed by a previous page.')
      const { cards, next } = page
      const more = next === undefined ? '' : `\n\nMore results: --after ${next}`
      return commandDone({ owner: owner.merchantId ?? null, cards: cards.map(cardData), next }, cardsText(cards) + more)
    })
  },
})

export const riskCardRemove = command({
  name: 'risk card remove',
  purpose: 'Removes cards from their list; gateways follow within five seconds.',
  arguments: {},
  options: { ...ownerOptions, cardFile: cardFileOption, user: userOption },
  example: '--merchant SHOP1 --card-file cards.txt',
  async run({ merchant, operator, cardFile, user }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    // Before the database is opened: a user may be typing, and other commands wait for the database.
    const read = await readCards(cardFile, context.terminal)
    if (read.kind === 'REFUSED') return read

    return withAdministration(context, async ({ vault, risk, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const cards = read.hashedBy(vault)
      const by = commandAuditStamp(user)
      const removed: string[] = []
      for (const { hash, formerHashes, maskedNumber } of cards) {
        if (await risk.removeCard(owner.listsId, [hash, ...formerHashes], by)) removed.push(maskedNumber)
      }
      if (removed.length === 0) return commandRefused(`None of these cards is on a list of ${owner.name}.`)
      const rest = cards.length - removed.length
      const text = removed.map((maskedNumber) => `Removed ${maskedNumber} from the list of ${owner.name}.`)
      return commandDone(
        { owner: owner.merchantId ?? null, removed, notListed: rest },
        rest === 0 ? text.join('\n') : [...text, `${rest} more were not listed.`].join('\n'),
      )
    })
  },
})
