// Everything in a request is echoed in the response of the same version, except what must not be shown.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { confirmBrowserPayment } from '../../browser-payments/contract/confirm-browser-payment.ts'
import { initiateBrowserPayment } from '../../browser-payments/contract/initiate-browser-payment.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Row, Rows } from '../../contract/row.ts'
import { authenticatePayer } from '../../payer-authentication/contract/authenticate-payer.ts'
import { initiateAuthentication } from '../../payer-authentication/contract/initiate-authentication.ts'
import { authorize } from './authorize.ts'
import { capture } from './capture.ts'
import { pay } from './pay.ts'
import { refund } from './refund.ts'
import { updateAuthorization } from './update-authorization.ts'
import { verify } from './verify.ts'
import { voidTransaction } from './void.ts'

const operations: readonly Operation[] = [
  authenticatePayer,
  authorize,
  capture,
  confirmBrowserPayment,
  initiateAuthentication,
  initiateBrowserPayment,
  pay,
  refund,
  updateAuthorization,
  verify,
  voidTransaction,
]

/**
 * Returned in another form (the second street line is part of the first), part of the call alone, sealed by a
 * terminal, or beside the cryptogram of a wallet.
 */
const notEchoed = /^apiOperation$|^session\.|address\.street2$|\.card\.(?:devicePayment|p2pe|pin)\./

function* placesOf(rows: Rows, prefix = ''): Iterable<string> {
  for (const [name, row] of Object.entries(rows)) {
    if (!row.withoutEffect && !row.transient) yield* placesOfRow(row, row.canonical ?? prefix + name)
  }
}

function* placesOfRow(row: Row, path: string): Iterable<string> {
  if (row.kind === 'GROUP') yield* placesOf(row.rows, `${path}.`)
  else if (row.kind === 'LIST' && row.item.kind === 'GROUP') yield* placesOf(row.item.rows, `${path}[n].`)
  else if (row.kind !== 'FIELD' || row.secret === undefined || row.secret === 'ACCOUNT') yield path
}

for (const { name, versions } of operations) {
  it(`${name} echoes its request, in every version`, () => {
    for (const [version, { request, response }] of Object.entries(versions)) {
      const shown = new Set(placesOf(response))
      const missing = [...placesOf(request)].filter((path) => !shown.has(path) && !notEchoed.test(path))
      assert.deepEqual(missing, [], `version ${version}`)
    }
  })
}
