// The account updater that the sandbox simulates: what it says follows from the expiry of a published test card, and it keeps its own books.

import { type CardBrand, cardKindOf, type Expiry, passesLuhn } from '../../../kernel/instrument.ts'
import { maskCardNumber, Secret } from '../../../kernel/secret.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../../platform/postgres/migrate.ts'
import type { AccountUpdate, AccountUpdater } from '../../ports/account-updater.ts'

export const accountUpdaterSchema: MigrationTrack = {
  name: 'simulated-account-updater',
  folder: new URL('./migrations/', import.meta.url),
}

const write = prepared(
  'account-updater-write',
  `insert into simulated_account_updater.look_up as l (reference, card, expiry, said) values ($1, $2, $3, $4)
   on conflict (reference) do update set asked = l.asked + 1`,
)

export function simulatedAccountUpdater(database: Database): AccountUpdater {
  return {
    async lookUp({ reference, number, expiry }) {
      const update = updateOf(number.open(), formatExpiry(expiry))
      await database.query(write([reference, number.masked, formatExpiry(expiry), update.kind]))
      return update
    },
  }
}

/** After a replacement nothing more happens to the card. */
const expiryOfReplacement: Expiry = { month: '1', year: '39' }

type Convention = (number: string) => AccountUpdate

const unchanged: Convention = () => ({ kind: 'UNCHANGED' })

/** Month/year, as printed on a card; a card with any other expiry is unchanged. */
const conventions: Readonly<Record<string, Convention>> = {
  '1/38': (number) => replacedBy(withOtherMiddle(number)),
  '2/38': () => ({ kind: 'RENEWED', expiry: { month: '2', year: '43' } }),
  '3/38': (number) => replacedBy(anotherPublished(number)),
  '4/38': () => ({ kind: 'CLOSED' }),
  '5/38': unchanged,
  '6/38': () => ({ kind: 'NO_ANSWER' }),
}

/** Month/year, as printed on a card. */
function formatExpiry(expiry: Expiry | undefined): string {
  return expiry ? `${Number(expiry.month)}/${expiry.year.slice(-2)}` : ''
}

function updateOf(number: string, printedExpiry: string): AccountUpdate {
  return (conventions[printedExpiry] ?? unchanged)(number)
}

function replacedBy(number: string | undefined): AccountUpdate {
  if (number === undefined) return { kind: 'UNCHANGED' }
  return { kind: 'REPLACED', number: new Secret('ACCOUNT', number), expiry: expiryOfReplacement }
}

/** Published test cards, two of each brand. */
const published: Partial<Readonly<Record<CardBrand, readonly string[]>>> = {
  AMEX: ['345678901234564', '371449635398431'],
  DINERS_CLUB: ['30123400000000', '36259600000012'],
  DISCOVER: ['6011003179988686', '6011963280099774'],
  JCB: ['3528000000000007', '3528111100000001'],
  MAESTRO: ['5000000000000000005', '5666555544443333'],
  MASTERCARD: ['5123450000000008', '5111111111111118'],
  UATP: ['135492354874528', '135420001569134'],
  VISA: ['4508750015741019', '4012000033330026'],
}

/** A card of the same brand that is different also when masked. */
function anotherPublished(number: string): string | undefined {
  const masked = maskCardNumber(number)
  return published[cardKindOf(number).brand]?.find((each) => maskCardNumber(each) !== masked)
}

/** A card with the same mask: only digits that a mask hides differ, and the check digit is right. */
function withOtherMiddle(number: string): string | undefined {
  if (number.length < 13) return undefined
  const [beginning, end] = [number.slice(0, 6), number.slice(-4)]
  const room = number.length - 10
  const middle = BigInt(number.slice(6, -4))
  for (let step = 1n; step < 1_000n; step += 1n) {
    const candidate = beginning + String((middle + step) % 10n ** BigInt(room)).padStart(room, '0') + end
    if (candidate !== number && passesLuhn(candidate)) return candidate
  }
  return undefined
}
