// The identifiers that paths of the console name, each with the row that says what it may be.

import { linkIdPattern } from '../acquirers/index.ts'
import { alphanumeric, asciiText, enumeration, hex, pattern } from '../contract/field-types.ts'
import { orderRows } from '../contract/groups/order.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import { merchantIdRow } from '../contract/routes.ts'
import { FieldError, type FieldRow } from '../contract/row.ts'
import { explain } from '../kernel/explanation.ts'
import { wallets } from '../wallets/index.ts'

const loginRule = {
  lengths: [1, 64],
  pattern: /^[a-z0-9][a-z0-9._@-]*$/,
  wrongCharacters: explain("may only hold a-z, 0-9, '.', '_', '-' and '@', and begin with a letter or digit"),
} as const

export const loginRow = pattern({ name: 'Login', ...loginRule })
/** Of a user who is added: a free text, as names are. */
export const newLoginRow = pattern({ name: 'NewLogin', ...loginRule })

export const linkIdRow = pattern({
  name: 'LinkId',
  lengths: [1, 40],
  pattern: linkIdPattern,
  wrongCharacters: explain('may only hold small letters, digits and hyphens'),
})

export const notificationIdRow = hex(32, 32)

const rows: Readonly<Record<string, Pick<FieldRow<string>, 'type'>>> = {
  acquirerId: transactionRows.acquirer.rows.id,
  batch: pattern({
    name: 'Batch',
    lengths: [1, 10],
    pattern: /^\d+$/,
    wrongCharacters: explain('may only hold digits'),
    check: (text) => (Number(text) > 2_147_483_647 ? explain('is too large') : undefined),
  }),
  cardId: asciiText(1, 200),
  fingerprint: hex(64, 64),
  linkId: linkIdRow,
  login: loginRow,
  merchantId: merchantIdRow,
  notificationId: notificationIdRow,
  orderId: orderRows.id,
  paymentLinkId: alphanumeric(26, 26),
  publicKeyHash: hex(64, 64),
  repositoryId: asciiText(1, 16),
  requestId: pattern({
    name: 'RequestId',
    lengths: [36, 36],
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    wrongCharacters: explain('may only hold a UUID in lower case'),
  }),
  slot: enumeration(Array.from({ length: 20 }, (_, slot) => String(slot + 1))),
  token: alphanumeric(1, 40),
  transactionId: transactionRows.id,
  wallet: enumeration(wallets),
}

/** The identifiers of a path; undefined when one of them can name nothing. */
export function readIds(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  for (const [name, value] of Object.entries(params)) {
    const row = rows[name]
    if (!row) throw new Error(`a path of the console names ${name}, which no row is about`)
    if (row.type.read(value) instanceof FieldError) return undefined
  }
  return params
}
