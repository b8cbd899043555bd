import assert from 'node:assert/strict'
import { it } from 'node:test'
import { terminalOfWallets } from './terminal-of-wallets.ts'

const { derive } = terminalOfWallets

it("a wallet's terminal is the payer's own, unless the request says otherwise", () => {
  const order = { walletProvider: 'APPLE_PAY' }
  assert.deepEqual(derive({ order }), { order, posTerminal: { location: 'PAYER_TERMINAL_OFF_PREMISES' } })
  assert.deepEqual(derive({ order, posTerminal: { lane: '7' } })['posTerminal'], {
    lane: '7',
    location: 'PAYER_TERMINAL_OFF_PREMISES',
  })
  const said = { order, posTerminal: { location: 'MERCHANT_TERMINAL_ON_PREMISES' } }
  assert.deepEqual(derive(said), said)
})

it('other payments are unchanged', () => {
  const request = { order: { amount: '1' } }
  assert.equal(derive(request), request)
})
