// The sandbox's simulated wallets: real payloads, made by the sandbox and opened like those of the wallets.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { seedSandboxWallets } from '../../../src/installation/sandbox/seed.ts'
import { wallets } from '../../../src/wallets/rules/wallet.ts'
import { send } from '../../support/clients/client.ts'
import { formText, type NewCheckout, newCheckout, openPayer } from '../../support/clients/payer.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let merchant = ''
before(async () => {
  gateway = await sharedGateway()
  merchant = await boardWithWallets()
})

async function boardWithWallets(): Promise<string> {
  const { id } = await boardMerchant(gateway)
  await seedSandboxWallets(gateway.administration, id)
  return id
}

async function post({ sessionId }: NewCheckout, path: string, fields: Readonly<Record<string, string>>) {
  const response = await send(gateway.listeners.httpUrl ?? '', {
    path: `/checkout/pay/${sessionId}/wallet${path}`,
    login: null,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bytes: formText(fields),
  })
  return { status: response.status, body: JSON.parse(response.text) }
}

async function makePayload(checkout: NewCheckout, wallet: string, card = 'APPROVED'): Promise<string> {
  const { status, body } = await post(checkout, '/simulation', { wallet, card })
  assert.equal(status, 200, JSON.stringify(body))
  return body.payload
}

const payWith = async (checkout: NewCheckout, source: string, walletPayload: string) =>
  (await post(checkout, '', { source, attempt: '1', walletPayload })).body.result

describe('a simulated wallet', () => {
  for (const wallet of wallets)
    it(`stands in for ${wallet}: its payload is verified, decrypted and paid with`, async () => {
      const checkout = await newCheckout(gateway, { merchant, order: { amount: '12.34', currency: 'EUR' } })
      assert.match((await openPayer(gateway, checkout.sessionId).open()).text, /id="simulated-wallet"/)
      assert.equal(await payWith(checkout, wallet, await makePayload(checkout, wallet)), 'PAID')
      const { body } = await openShop(gateway, merchant).transaction(checkout.orderId, '1')
      assert.deepEqual([body.order.amount, body.order.walletProvider, body.result], [12.34, wallet, 'SUCCESS'])
      const declined = await newCheckout(gateway, { merchant })
      assert.equal(await payWith(declined, wallet, await makePayload(declined, wallet, 'DECLINED')), 'DECLINED')
    })

  it('makes a payload for its page and merchant only', async () => {
    const checkout = await newCheckout(gateway, { merchant })
    const cheap = await newCheckout(gateway, { merchant, order: { amount: '0.01' } })
    assert.equal(await payWith(checkout, 'APPLE_PAY', await makePayload(cheap, 'APPLE_PAY')), 'REFUSED')
    const other = await newCheckout(gateway, { merchant: await boardWithWallets() })
    for (const wallet of wallets)
      assert.equal(await payWith(checkout, wallet, await makePayload(other, wallet)), 'REFUSED', wallet)
  })

  it('makes none for a wallet, a card or a merchant that it does not know', async () => {
    const checkout = await newCheckout(gateway, { merchant })
    for (const fields of [{ wallet: 'SAMSUNG_PAY', card: 'APPROVED' }, { wallet: 'APPLE_PAY', card: 'STOLEN' }, {}])
      assert.equal((await post(checkout, '/simulation', fields)).status, 404)
    const without = await newCheckout(gateway)
    assert.equal((await post(without, '/simulation', { wallet: 'APPLE_PAY', card: 'APPROVED' })).status, 404)
  })
})
