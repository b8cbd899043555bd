// Lists as files: each has what its list shows.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { consoleRouteTable } from '../../../src/console/route-table.ts'
import { payBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp, heldBack, openReviewedShop } from '../../support/fixtures/search-world.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const files = consoleRouteTable({ dependencies: {} } as never).filter(({ path }) => path.endsWith('.csv'))

let gateway: TestGateway
let operator: ConsoleUser
let merchantId: string
let clerk: ConsoleUser
before(async () => {
  gateway = await sharedGateway()
  operator = await operatorsUser(gateway)
  merchantId = (await openReviewedShop(gateway)).merchant
  clerk = await signedIn(gateway, { merchantId })
  await openShop(gateway, merchantId).put(heldBack, { orderId: 'held-1' })
  await caughtUp(gateway, merchantId)
})

const linesOf = (text: string) => text.trimEnd().split('\r\n')

describe('a list as a file', () => {
  for (const { path } of files)
    it(`is there for ${path}, with headings`, async () => {
      const as = path.startsWith('/merchants/:') ? clerk : operator
      const query = path.endsWith('/reviews.csv') ? '?kind=RISK' : ''
      const { status, headers, text } = await ask(gateway, {
        path:
          path.replace(':merchantId', merchantId).replace(':acquirerId', 'SYSTEST_ACQ1').replace(':batch', '1') + query,
        as,
      })
      assert.equal(status, 200, text)
      assert.match(String(headers['content-disposition']), /^attachment; filename="[a-z-]+\.csv"$/)
      assert.ok(linesOf(text)[0]?.includes(','), text)
    })

  it('has every row of the list, however many pages that are', async () => {
    const { id } = await boardMerchant(gateway)
    const manager = await signedIn(gateway, { merchantId: id })
    for (const _ of Array.from({ length: 3 })) await signedIn(gateway, { merchantId: id })
    const users = await ask(gateway, { path: ofMerchant('/users.csv', id), as: manager })
    assert.equal(linesOf(users.text).length, 5, users.text)
    const shop = openShop(gateway, id)
    for (const number of [1, 2, 3]) await shop.put(payBody(), { orderId: `export-${number}` })
    const one = await ask(gateway, { path: ofMerchant('/audit.csv', id), as: manager })
    const entries = await ask(gateway, { path: ofMerchant('/audit?limit=100', id), as: manager })
    assert.ok(linesOf(one.text).length - 1 >= entries.body.rows.length - 1, one.text)
  })

  it('is filtered as its list is, and refuses what the list refuses', async () => {
    const held = await ask(gateway, { path: ofMerchant('/reviews.csv?kind=RISK', merchantId), as: clerk })
    assert.match(held.text, /held-1,1,PAYMENT,USD,100\.00/)
    const none = await ask(gateway, { path: ofMerchant('/reviews.csv?kind=REFUND_REQUEST', merchantId), as: clerk })
    assert.equal(linesOf(none.text).length, 1)
    const wrong = await ask(gateway, { path: ofMerchant('/reviews.csv?kind=NONE', merchantId), as: clerk })
    assert.deepEqual([wrong.status, wrong.body.field], [422, 'kind'])
  })

  it('is recorded in the audit log before it is sent', async () => {
    const as = await signedIn(gateway, { merchantId })
    await ask(gateway, { path: ofMerchant('/deliveries.csv?state=PARKED', merchantId), as })
    const lines = await gateway.query(
      'select subject from audit where actor = $1 and action = $2 and merchant_id = $3',
      [as.actor, 'SEARCH_EXPORTED', merchantId],
    )
    assert.deepEqual(lines, [{ subject: { file: 'notifications.csv', state: 'PARKED' } }])
  })
})
