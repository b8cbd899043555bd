// Message authentication, and the change of its key from either side.
import assert from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { eventually, until } from '../../test/support/checks/poll.ts'
import {
  approvalOf,
  identity,
  type MessageFields,
  messageAbout,
  payment,
  taggedValue,
} from '../../test/support/clients/card-host-client.ts'
import { type CardHostWorld, entriesOf, makeCardHostWorld } from '../../test/support/sites/card-host-world.ts'
import { type Iso8583Message, keyCheckValue, readTagged } from '../iso8583/index.ts'
import type { RunningHost } from './host.ts'
import { additionalData, tags } from './request.ts'

let world: CardHostWorld

beforeEach(async () => {
  world = await makeCardHostWorld()
})
afterEach(() => world.close())

const standing = async (host: RunningHost) => (await entriesOf(host)).map(({ standingMinor }) => standingMinor)

const macs = [
  ['retail', 16],
  ['aes-cmac', 32],
] as const

for (const [algorithm, length] of macs)
  describe(`message authentication by ${algorithm}`, () => {
    const key = Buffer.alloc(length, 0x1a)
    const keyEncryptingKey = Buffer.alloc(length, 0x2c)
    const mac = { algorithm, key, keyEncryptingKey }

    it('drops unauthenticated messages, and authenticates its answers', async () => {
      const host = await world.start({ mac })
      const client = await world.signedOn({ ...host, mac })
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      assert.equal((await client.ask('0420', messageAbout('0200', payment()))).text(39), '00')
      const stranger = await world.signedOn(host)
      stranger.send('0200', payment())
      const forger = await world.connect({ ...host, mac: { algorithm, key: Buffer.alloc(length, 0x33) } })
      forger.send('0200', payment())
      forger.send('0800', { ...identity(), 70: '001' })
      await until(async () => {
        const status = (await (await fetch(`${host.adminUrl}/status`)).json()) as { unauthenticated: number }
        return status.unauthenticated === 3
      }, 'they were dropped')
      assert.equal((await standing(host)).length, 1)
      assert.equal(client.unreadable, 0)
      client.send('0200', payment({ 14: '3610' }))
      await until(() => client.unreadable === 1, 'the answer with a wrong code came')
    })

    it('refuses a key change and a sign-off that are not authenticated', async () => {
      const host = await world.start({ mac })
      const stranger = await world.signedOn(host)
      for (const code of ['101', '002'])
        assert.equal((await stranger.ask('0800', { ...identity(), 70: code })).text(39), '63')
    })

    it('authenticates a new key by the last one that was used, where its confirmation was lost', async () => {
      const host = await world.start({ mac })
      const offered: Iso8583Message[] = []
      const client = await world.signedOn({
        ...host,
        mac,
        answer(request) {
          if (request.text(70) === '101') offered.push(request)
          return undefined
        },
      })
      assert.equal(host.changeKey(), true)
      const [first] = await eventually(
        async () => offered,
        (seen) => seen.length === 1,
      )
      client.useKey(keyOf(keyIn(first ?? assert.fail('no key was sent')).sealed))
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      assert.equal(host.changeKey(), true)
      await eventually(
        async () => offered,
        (seen) => seen.length === 2,
      )
      assert.equal(client.unreadable, 0)
    })

    it('continues with a new key, which survives a restart', async () => {
      const host = await world.start({ mac })
      let offered: Iso8583Message | undefined
      const client = await world.signedOn({
        ...host,
        mac,
        answer(request) {
          if (request.text(70) !== '101') return approvalOf(request)
          offered = request
          return approvalOf(request).set(48, taggedValue('32', checkValueIn(request)))
        },
      })
      assert.equal(host.changeKey(), true)
      const request = await eventually(async () => offered)
      assert.equal((await client.ask('0200', payment())).text(39), '00', 'the old key is still accepted')
      const { sealed, checkValue } = keyIn(request)
      assert.equal(sealed.length, length)
      const newKey = keyOf(sealed)
      assert.equal(keyCheckValue(algorithm, newKey).toString('hex').toUpperCase(), checkValue)
      client.useKey(newKey)
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      client.close()
      await host.close()
      const again = await world.start({ mac })
      const renewed = await world.signedOn({ ...again, mac: { algorithm, key: newKey } })
      assert.equal((await renewed.ask('0200', payment())).text(39), '00')
    })

    it('accepts the key of a side that was sent several and took none, also after a restart, and sends it the last', async () => {
      const host = await world.start({ mac })
      const client = await world.signedOn({ ...host, mac, answer: (request) => approvalOf(request).set(39, '96') })
      for (let change = 0; change < 3; change += 1) assert.equal(host.changeKey(), true)
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      await host.close()
      const again = await world.start({ mac })
      let offered: Iso8583Message | undefined
      const late = await world.signedOn({
        ...again,
        mac,
        answer(request) {
          if (request.text(70) === '101') offered = request
          return approvalOf(request)
        },
      })
      assert.equal((await late.ask('0200', payment())).text(39), '00')
      const request = await eventually(async () => offered)
      late.useKey(keyOf(keyIn(request).sealed))
      assert.equal((await late.ask('0200', payment())).text(39), '00')
    })

    it('makes a key when it is asked to, and takes one that is sent', async () => {
      const host = await world.start({ mac })
      const client = await world.signedOn({ ...host, mac })
      const response = await client.ask('0800', { ...identity(), 70: '101' })
      assert.equal(response.text(39), '00')
      client.useKey(keyOf(keyIn(response).sealed))
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      const wrong: MessageFields = {
        ...identity(),
        48: taggedValue('31', 'AB'.repeat(length)) + taggedValue('32', '000000'),
        70: '101',
      }
      assert.equal((await client.ask('0800', wrong)).text(39), '63')
    })

    const checkValueIn = (request: Iso8583Message) => keyIn(request).checkValue

    function keyOf(sealed: Buffer): Buffer {
      const isRetail = algorithm === 'retail'
      const whole = isRetail ? Buffer.concat([keyEncryptingKey, keyEncryptingKey.subarray(0, 8)]) : keyEncryptingKey
      const decipher = createDecipheriv(isRetail ? 'des-ede3-ecb' : `aes-${length * 8}-ecb`, whole, null)
      return decipher.setAutoPadding(false).update(sealed)
    }
  })

function keyIn(message: Iso8583Message): { readonly sealed: Buffer; readonly checkValue: string } {
  const parts = readTagged(48, additionalData, message.text(48) ?? '')
  return { sealed: Buffer.from(parts[tags.key] ?? '', 'hex'), checkValue: parts[tags.checkValue] ?? '' }
}
