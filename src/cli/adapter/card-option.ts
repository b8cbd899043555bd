// Options that name a test card of the acquirer.
import { FieldError } from '../../contract/row.ts'
import { type CardInstrument, cardKindOf, fundingMethodOf } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import type { ValueRow } from '../rows.ts'

const cardPattern = /^(?<number>\d{9,19}),(?<month>0?[1-9]|1[0-2])\/(?<year>\d\d)(?:,(?<code>\d{3,4}))?$/

/** The value is never repeated in a message. */
export function cardOption(description: string): ValueRow<CardInstrument> {
  return {
    kind: 'VALUE',
    placeholder: '<number,MM/YY[,code]>',
    description,
    parse: (text) => readCard(text) ?? new FieldError('must be a number, an expiry date and a code: number,MM/YY,code'),
  }
}

function readCard(text: string): CardInstrument | undefined {
  const { number, month, year, code } = cardPattern.exec(text)?.groups ?? {}
  if (number === undefined || month === undefined || year === undefined) return undefined
  const { scheme, brand } = cardKindOf(number)
  return {
    kind: 'CARD',
    number: new Secret('ACCOUNT', number),
    scheme,
    brand,
    fundingMethod: fundingMethodOf(number),
    expiry: { month: String(Number(month)), year },
    ...(code !== undefined && { securityCode: new Secret('AUTHENTICATION', code) }),
  }
}
