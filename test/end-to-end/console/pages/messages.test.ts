// Messages on the timeline of an order, and the response codes of a link by hour, in a browser.
import assert from 'node:assert/strict'
import {
  type ConsoleWorld,
  narrow,
  openConsoleWorld,
  seriousFaults,
  takePicture,
  untilIdle,
  wide,
} from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { authorizeBody, captureBody, cardExpiring, payBody } from '../../../support/clients/client.ts'
import { operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { openShop } from '../../../support/clients/shop.ts'
import { boardAtCardHost, type CardHostMerchant } from '../../../support/fixtures/card-host-merchant.ts'
import { type CardHostWorld, makeCardHostWorld } from '../../../support/sites/card-host-world.ts'

const reference = '0193f0c2-77aa-7d7d-9c0e-2a6d5f3b8e11'
/** Longer than a phone is wide. */
const gatewayPath = `/api/rest/version/100/merchant/BANK1/order/${reference}/transaction/${reference}`
const isFitting = 'document.documentElement.scrollWidth <= innerWidth'

describe('the console', () => {
  let world: ConsoleWorld
  let hosts: CardHostWorld
  let shop: CardHostMerchant
  before(async () => {
    world = keepWindows(await openConsoleWorld())
    hosts = await makeCardHostWorld()
    shop = await boardAtCardHost(world.gateway, await hosts.start(), { linkId: 'card-host-of-pages' })
    const { put } = openShop(world.gateway, shop.merchantId)
    await put(authorizeBody(), { orderId: 'exchanged' })
    await put(captureBody('10.00'), { orderId: 'exchanged', transactionId: '2' })
    await put(payBody({ sourceOfFunds: cardExpiring('5', '39') }))
    const { exchangedMessages } = world.gateway.dependencies
    const order = { merchantId: shop.merchantId, orderId: 'exchanged' }
    // As if the capture had gone to another gateway.
    exchangedMessages.keep({
      ...{ key: { ...order, transactionId: '2' }, linkId: shop.linkId, revision: 1, at: new Date(), tookMs: 34 },
      sent: {
        title: 'CAPTURE request',
        fields: [
          ['PUT', gatewayPath],
          ['transaction.amount', '10'],
          ['sourceOfFunds.provided.card.number', '512345xxxxxx0008'],
        ],
      },
      received: { title: 'HTTP 201 Created', fields: [['response.gatewayCode', 'APPROVED']] },
    })
    await eventually(
      () => exchangedMessages.list(order, 10),
      ({ length }) => length === 3,
    )
  })
  after(async () => {
    await hosts.close()
    await world.stop()
  })

  it('unfolds the messages of an order on its timeline, by keyboard, and requests to another gateway by the paths of their members, for users with the permission; all fits a phone', async () => {
    const { merchantId } = shop
    const path = `/merchants/${merchantId}/orders/exchanged`
    const as = await signedIn(world.gateway, { merchantId })
    const page = await world.open(path, { as, bypassCSP: true, ...wide })
    const entry = page.getByRole('listitem').filter({ hasText: /^Authorization.*100\.00/ })
    const summary = entry.getByText(/^0100 authorization request: answered in/)
    await summary.focus()
    await summary.press('Enter')
    const sent = entry.getByRole('table', { name: '0100 authorization request' })
    await sent.getByRole('row', { name: '2 Primary account number 512345xxxxxx0008' }).waitFor()
    await sent.getByRole('row', { name: '48.01 Security code *** (3)' }).waitFor()
    const received = entry.getByRole('table', { name: '0110 authorization response' })
    await received.getByRole('row', { name: '39 Response code 00' }).waitFor()
    const toGateway = page.getByText(/^CAPTURE request: answered in 34 ms/)
    await toGateway.click()
    const capture = page.getByRole('table', { name: 'CAPTURE request' })
    await capture.getByRole('row', { name: `PUT ${gatewayPath}` }).waitFor()
    await capture.getByRole('row', { name: 'sourceOfFunds.provided.card.number 512345xxxxxx0008' }).waitFor()
    await page.getByRole('table', { name: 'HTTP 201 Created' }).waitFor()
    assert.deepEqual(await seriousFaults(page, { within: 'main' }), [])
    await takePicture(page, 'messages-wide')
    await page.setViewportSize(narrow.viewport)
    await page.waitForFunction(isFitting)
    assert.deepEqual(await seriousFaults(page, { within: 'main', except: ['color-contrast'] }), [])
    await entry.scrollIntoViewIfNeeded()
    await takePicture(page, 'messages-narrow')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await seriousFaults(page, { within: 'main', rules: ['color-contrast'] }), [])
    await takePicture(page, 'messages-narrow-dark')
    await page.emulateMedia({ colorScheme: null })
    assert.deepEqual(page.problems, [])
    await page.close()

    const viewer = await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] })
    const others = await world.open(path, { as: viewer, bypassCSP: true, ...wide })
    await others
      .getByRole('listitem')
      .filter({ hasText: /^Authorization.*100\.00/ })
      .waitFor()
    await untilIdle(others)
    assert.equal(await others.getByText('0100 authorization request').count(), 0)
    assert.deepEqual(others.problems, [])
    await others.close()
  })

  it('shows the response codes of a link by hour, and when it last answered an echo', async () => {
    const as = await operatorsUser(world.gateway)
    const page = await world.open(`/links/${shop.linkId}`, { as, bypassCSP: true, ...wide })
    const responses = page.getByRole('region', { name: 'Response codes' })
    await responses.getByRole('columnheader', { name: '00 Approved' }).waitFor()
    await responses.getByRole('columnheader', { name: '05 Declined' }).waitFor()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('alert').filter({ hasText: 'The acquirer responds' }).waitFor()
    const connections = page.getByRole('region', { name: 'Connections' })
    await connections.getByRole('row', { name: /Up.* ms/ }).waitFor()
    assert.deepEqual(await seriousFaults(page, { within: 'main' }), [])
    await responses.scrollIntoViewIfNeeded()
    await takePicture(page, 'responses-wide')
    await page.setViewportSize(narrow.viewport)
    await page.waitForFunction(isFitting)
    await responses.scrollIntoViewIfNeeded()
    await takePicture(page, 'responses-narrow')
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
