// Faults by a seed, on both ways of the wire: what was answered is in the books, once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '../../test/support/checks/poll.ts'
import {
  type CardHostClient,
  type MessageFields,
  messageAbout,
  payment,
  taggedValue,
} from '../../test/support/clients/card-host-client.ts'
import { type CardHostWorld, entriesOf, makeCardHostWorld } from '../../test/support/sites/card-host-world.ts'
import type { RunningHost } from './host.ts'

let world: CardHostWorld
before(async () => {
  world = await makeCardHostWorld()
})
after(() => world.close())

/** Sign-ons are refused by chance, too. */
async function signedOn(host: RunningHost): Promise<CardHostClient> {
  const client = await world.connect(host)
  while ((await client.signOn()) !== '00');
  return client
}

describe('the host with faults by a seed', () => {
  it('has each payment once, or not at all where it was reversed, whatever fault occurred', async () => {
    const host = await world.start({ faults: { seed: '11', rate: 0.3 }, slowMs: 5, lateMs: 30 })
    const expected = new Map<string, string>()
    let client = await signedOn(host)
    // Silence is noticed by an echo that overtakes what is missing; every side of the wire may lose a message.
    const responseTo = async (type: string, fields: MessageFields) => {
      for (let time = 0; ; time += 1) {
        if (client.isClosed) client = await signedOn(host)
        const repeated = time === 0 ? type : `${type.slice(0, 3)}1`
        const already = client.received.length
        client.send(repeated, fields)
        const isResponse = () =>
          client.received.slice(already).find((each) => each.text(11) === fields[11] && !each.type.startsWith('08'))
        const limit = performance.now() + 40
        await until(
          () => client.isClosed || isResponse() !== undefined || performance.now() > limit,
          'an answer or none',
        )
        const response = isResponse()
        if (response) return response
      }
    }
    for (let number = 0; number < 60; number += 1) {
      const fields = payment()
      const reference = `ref-${fields[11]}`
      const response = await responseTo('0200', fields)
      expected.set(reference, response.text(39) === '10' ? '500' : '1000')
      if (number % 3 !== 0) continue
      const reversal = messageAbout('0200', fields, { 48: taggedValue('20', reference) })
      assert.equal((await responseTo('0420', reversal)).text(39), '00')
      expected.set(reference, '0')
    }
    const entries = await entriesOf(host)
    assert.deepEqual(
      Object.fromEntries(entries.map(({ reference, standingMinor }) => [reference, standingMinor])),
      Object.fromEntries(expected),
    )
    assert.ok(entries.some(({ timesAsked }) => timesAsked > 1))
    client.close()
  })
})
