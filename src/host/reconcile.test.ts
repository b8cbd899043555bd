// Batches: totals of both sides, the upload when they differ, and what is settled.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type CardHostClient,
  type MessageFields,
  messageAbout,
  payment,
  taggedValue,
} from '../../test/support/clients/card-host-client.ts'
import {
  type CardHostWorld,
  entriesOf,
  entryOf,
  makeCardHostWorld,
  newMerchant,
  referenceIn,
} from '../../test/support/sites/card-host-world.ts'
import type { RunningHost } from './host.ts'

let world: CardHostWorld
let host: RunningHost
let client: CardHostClient

before(async () => {
  world = await makeCardHostWorld()
  host = await world.start()
  client = await world.signedOn(host)
})
after(() => world.close())

async function codeOf(type: string, fields: MessageFields): Promise<string | undefined> {
  return (await client.ask(type, fields)).text(39)
}

describe('the batch', () => {
  const totals = (creditCount: number, creditMinor: number, debitCount: number, debitMinor: number): MessageFields => ({
    74: String(creditCount),
    75: '0',
    76: String(debitCount),
    77: '0',
    86: String(creditMinor),
    87: '0',
    88: String(debitMinor),
    89: '0',
    97: `D${debitMinor - creditMinor}`,
  })
  const closing = (merchant: string, differences: MessageFields): MessageFields => {
    const { 7: time = '', 11: trace = '', 32: acquirer = '', 41: terminal = '' } = payment()
    return { 3: '920000', 7: time, 11: trace, 32: acquirer, 41: terminal, 42: merchant, 50: '840', ...differences }
  }

  it('is closed when both sides count the same, and accepts no voids afterwards', async () => {
    const merchant = newMerchant()
    const paid = payment({ 42: merchant })
    const reversed = payment({ 42: merchant })
    const { 63: batch = '' } = { 63: (await client.ask('0200', paid)).text(63) }
    await client.ask('0200', reversed)
    await client.ask('0420', messageAbout('0200', reversed, { 48: taggedValue('20', referenceIn(reversed)) }))
    await client.ask('0200', messageAbout('0200', paid, { 3: '200000', 4: '000000000400' }))
    const request = closing(merchant, totals(1, 400, 1, 1000))
    const response = await client.ask('0500', request)
    assert.deepEqual(
      [response.type, response.text(39), response.text(66), response.text(63)],
      ['0510', '00', '1', batch],
    )
    assert.equal((await client.ask('0501', request)).text(66), '1')
    assert.equal(await codeOf('0420', messageAbout('0200', paid)), '95')
    assert.equal(await codeOf('0420', messageAbout('0200', paid, { 48: taggedValue('20', referenceIn(paid)) })), '95')
    const next = await client.ask('0200', payment({ 42: merchant }))
    assert.ok(Number(next.text(63)) > Number(batch), 'the next batch has a higher number')
  })

  it('that is empty balances', async () => {
    const response = await client.ask('0500', closing(newMerchant(), totals(0, 0, 0, 0)))
    assert.deepEqual([response.text(66), response.has(63)], ['1', false])
  })

  it('out of balance is settled by an upload: lost transactions are added, unnamed ones wait', async () => {
    const merchant = newMerchant()
    const [both, onlyHost, onlyGateway] = [
      payment({ 42: merchant }),
      payment({ 42: merchant }),
      payment({ 42: merchant }),
    ]
    await client.ask('0200', both)
    await client.ask('0200', onlyHost)
    const first = await client.ask('0500', closing(merchant, totals(0, 0, 2, 2000 + 7)))
    assert.deepEqual([first.text(39), first.text(66), first.text(88)], ['95', '2', '0000000000002000'])
    const number = first.text(63) ?? ''
    const between = await client.ask('0200', payment({ 42: merchant }))
    assert.notEqual(between.text(63), number, 'the batch takes nothing more')
    for (const fields of [both, { ...onlyGateway, 4: '000000001007' }]) {
      const upload = messageAbout('0200', fields, { 48: taggedValue('20', referenceIn(fields)), 63: number })
      const response = await client.ask('0320', upload)
      assert.deepEqual([response.type, response.text(39)], ['0330', '00'])
    }
    const second = await client.ask('0500', closing(merchant, { ...totals(0, 0, 2, 2007), 3: '960000', 63: number }))
    assert.equal(second.text(66), '1')
    assert.equal((await entryOf(host, onlyGateway))?.standingMinor, '1007')
    assert.equal((await entryOf(host, onlyHost))?.batch, Number(between.text(63)))
    assert.equal(await codeOf('0201', { ...onlyGateway, 4: '000000001007' }), '00')
    assert.equal((await entriesOf(host, merchant)).length, 4)
  })
})
