// What the host answers, by the test cards, and what its books hold.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  type CardHostClient,
  connectToHost,
  identity,
  type MessageFields,
  messageAbout,
  originalOf,
  payment,
  taggedValue,
  untilClosed,
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

describe('the host answers by the test cards', () => {
  const rows: readonly (readonly [expiry: string, code: string])[] = [
    ['3901', '00'],
    ['3012', '00'],
    ['3905', '05'],
    ['3906', '51'],
    ['3907', '10'],
    ['3911', '09'],
    ['3912', '08'],
    ['3801', 'N1'],
    ['2704', '54'],
    ['3705', '68'],
  ]
  for (const [expiry, code] of rows)
    it(`${expiry} with ${code}`, async () => {
      assert.equal(await codeOf('0200', payment({ 14: expiry })), code)
    })

  it('with an authorization code, the batch, and what identifies the request', async () => {
    const fields = payment()
    const response = await client.ask('0200', fields)
    assert.equal(response.type, '0210')
    assert.match(response.text(38) ?? '', /^\d{6}$/)
    assert.match(response.text(63) ?? '', /^\d{6}$/)
    for (const field of [3, 4, 7, 11, 32, 37, 49]) assert.equal(response.text(field), fields[field], `DE ${field}`)
    assert.equal(response.has(2), false)
    assert.deepEqual(
      await entryOf(host, fields).then((entry) => [entry?.kind, entry?.standingMinor, entry?.lastFour]),
      ['PAY', '1000', '0008'],
    )
  })

  it('with a partial approval and its amount', async () => {
    const fields = payment({ 14: '3907' })
    const response = await client.ask('0100', fields)
    assert.deepEqual([response.text(4), response.text(54)], ['000000000500', '0057840C000000001000'])
    assert.equal((await entryOf(host, fields))?.standingMinor, '500')
  })

  it('with the checks of address and security code', async () => {
    const rows = [
      ['', '0S'],
      ['0103102', '0N'],
      ['01041030', '0U'],
      ['010310002051234503091 Zulu St', 'ZM'],
      ['01031000309Some Road', 'YM'],
    ] as const
    for (const [additional, checks] of rows)
      assert.equal(
        (await client.ask('0200', payment({ 48: additional + taggedValue('20', `checks-${checks}`) }))).text(44),
        checks,
      )
  })

  it('always declines one number', async () => {
    assert.equal(await codeOf('0200', payment({ 2: '5019994000124034' })), '05')
  })

  it('to a verification without an amount', async () => {
    const fields = payment({ 4: '000000000000' })
    assert.equal(await codeOf('0100', fields), '00')
    assert.deepEqual(
      await entryOf(host, fields).then((entry) => [entry?.kind, entry?.isApproved, entry?.standingMinor]),
      ['VERIFY', true, '0'],
    )
  })
})

describe('a repeated message', () => {
  for (const [type, again] of [
    ['0100', '0100'],
    ['0200', '0201'],
    ['0220', '0221'],
  ] as const)
    it(`${again} of ${type} gets the first answer, and is executed once`, async () => {
      const fields = payment({ 42: newMerchant() })
      const first = await client.ask(type, fields)
      const second = await client.ask(again, fields)
      for (const field of first.fields()) assert.equal(second.text(field), first.text(field), `DE ${field}`)
      assert.equal(second.type, first.type)
      const entries = await entriesOf(host, fields[42] ?? '')
      assert.deepEqual(
        entries.map(({ standingMinor, timesAsked }) => [standingMinor, timesAsked]),
        [['1000', 2]],
      )
    })

  it('with another content is refused as a duplicate, and changes nothing', async () => {
    const fields = payment({ 42: newMerchant() })
    await client.ask('0200', fields)
    for (const change of [{ 4: '000000002000' }, { 2: '5111111111111118' }, { 49: '978' }, { 14: '3902' }])
      assert.equal(await codeOf('0201', { ...fields, ...change }), '94')
    assert.deepEqual(
      (await entriesOf(host, fields[42] ?? '')).map(({ standingMinor }) => standingMinor),
      ['1000'],
    )
  })

  it('may lack the security code, which is not stored', async () => {
    const fields = payment()
    assert.equal(await codeOf('0200', fields), '00')
    assert.equal(await codeOf('0201', { ...fields, 48: taggedValue('20', referenceIn(fields)) }), '00')
  })

  it('from another terminal, or with another time, is another request', async () => {
    const fields = payment({ 42: newMerchant() })
    const others = [{ 41: 'TERM0002' }, { 7: '1117120000' }]
    assert.equal(await codeOf('0200', fields), '00')
    for (const other of others) assert.equal(await codeOf('0200', { ...fields, ...other, 4: '000000000001' }), '00')
    assert.equal((await entriesOf(host, fields[42] ?? '')).length, 3)
  })
})

describe('later requests', () => {
  const voidOf = (type: string, fields: MessageFields) => messageAbout(type, fields, { 3: '020000' })
  const reversalOf = (type: string, fields: MessageFields) =>
    messageAbout(type, fields, { 48: taggedValue('20', referenceIn(fields)) })

  it('capture, update, refund and void what was authorized', async () => {
    const authorized = payment({ 42: newMerchant() })
    await client.ask('0100', authorized)
    const updated = messageAbout('0100', authorized, { 4: '000000001500', 60: 'INCR' })
    const captured = messageAbout('0100', authorized, { 4: '000000000600' })
    const refunded = messageAbout('0220', captured, { 3: '200000', 4: '000000000200' })
    assert.equal(await codeOf('0100', updated), '00')
    assert.equal(await codeOf('0220', captured), '00')
    assert.equal(await codeOf('0200', refunded), '00')
    assert.equal(await codeOf('0420', voidOf('0100', authorized)), '77')
    assert.equal(await codeOf('0420', voidOf('0220', captured)), '77')
    for (const [type, fields] of [
      ['0200', refunded],
      ['0220', captured],
      ['0100', authorized],
    ] as const)
      assert.equal(await codeOf('0420', voidOf(type, fields)), '00')
    assert.equal(await codeOf('0220', messageAbout('0100', authorized)), '73')
    assert.deepEqual((await entriesOf(host, authorized[42] ?? '')).map(({ kind }) => kind).sort(), [
      'AUTHORIZE',
      'CAPTURE',
      'CAPTURE',
      'REFUND',
      'UPDATE_AUTHORIZATION',
      'VOID',
      'VOID',
      'VOID',
      'VOID',
      'VOID',
    ])
    assert.equal((await entryOf(host, refunded))?.originalReference, referenceIn(captured))
  })

  it('are refused for an unknown or declined original, or another currency', async () => {
    const declined = payment({ 14: '3905' })
    await client.ask('0100', declined)
    const inDollars = payment()
    await client.ask('0100', inDollars)
    assert.equal(await codeOf('0220', messageAbout('0100', payment())), '25')
    assert.equal(await codeOf('0420', messageAbout('0100', payment(), { 3: '020000' })), '25')
    const { 90: _, ...withoutOriginal } = messageAbout('0100', payment())
    assert.equal(await codeOf('0220', withoutOriginal), '25')
    assert.equal(await codeOf('0420', { ...withoutOriginal, ...identity(), 3: '020000' }), '25')
    assert.equal(await codeOf('0420', { ...withoutOriginal, ...identity() }), '30')
    assert.equal(await codeOf('0220', messageAbout('0100', declined)), '76')
    assert.equal(await codeOf('0220', messageAbout('0100', inDollars, { 49: '978' })), '72')
    assert.equal(await codeOf('0200', messageAbout('0100', inDollars, { 3: '200000' })), '78')
  })

  it('reverse what was executed, however often they are sent, and a repeat of the original is refused', async () => {
    const paid = payment()
    await client.ask('0200', paid)
    const reversal = reversalOf('0200', paid)
    for (const type of ['0420', '0421', '0421']) assert.equal(await codeOf(type, reversal), '00')
    assert.equal(await codeOf('0400', { ...reversal, ...identity() }), '00')
    const { standingMinor, isReversed } = (await entryOf(host, paid)) ?? assert.fail('not in the books')
    assert.deepEqual([standingMinor, isReversed], ['0', true])
    assert.equal(await codeOf('0201', paid), '74')
    assert.equal(await codeOf('0420', { ...reversal, 90: originalOf('0200', payment()) }), '94')
  })

  it('may reverse a part', async () => {
    const paid = payment()
    await client.ask('0200', paid)
    assert.equal(await codeOf('0420', { ...reversalOf('0200', paid), 95: '000000000300'.padEnd(42, '0') }), '00')
    assert.equal((await entryOf(host, paid))?.standingMinor, '300')
  })

  it('reverse a request that arrives later, which is then refused', async () => {
    const paid = payment()
    assert.equal(await codeOf('0420', reversalOf('0200', paid)), '00')
    assert.equal(await codeOf('0200', paid), '74')
    const { standingMinor, isReversed } = (await entryOf(host, paid)) ?? assert.fail('not in the books')
    assert.deepEqual([standingMinor, isReversed], ['0', true])
  })

  it('reverse a void, which restores the voided transaction', async () => {
    const authorized = payment()
    await client.ask('0100', authorized)
    const voided = voidOf('0100', authorized)
    assert.equal(await codeOf('0420', voided), '00')
    assert.equal(await codeOf('0420', { ...reversalOf('0420', voided), 3: '020000' }), '00')
    assert.equal(await codeOf('0220', messageAbout('0100', authorized)), '00')
  })

  it('may come from another terminal of the merchant', async () => {
    const paid = payment()
    await client.ask('0200', paid)
    assert.equal(await codeOf('0200', messageAbout('0200', paid, { 3: '200000', 41: 'TERM0009' })), '00')
  })
})

describe('on a connection', () => {
  it('an echo and a sign-off are answered, and nothing else after the sign-off', async () => {
    const other = await connectToHost({ port: host.port })
    assert.equal((await other.ask('0200', payment())).text(39), '91')
    assert.equal(await other.signOn(), '00')
    assert.equal((await other.ask('0800', { ...identity(), 70: '301' })).text(39), '00')
    assert.equal((await other.ask('0200', payment())).text(39), '00')
    assert.equal((await other.ask('0800', { ...identity(), 70: '002' })).text(39), '00')
    assert.equal((await other.ask('0200', payment())).text(39), '91')
    other.close()
  })

  it('a message without its identity is a format error, an unreadable one ends the connection', async () => {
    const other = await connectToHost({ port: host.port })
    await other.signOn()
    const { 32: _, ...fields } = payment()
    assert.equal((await other.ask('0200', fields)).text(39), '30')
    assert.equal((await other.ask('0200', payment({ 48: 'xyz' }))).text(39), '30')
    other.sendBytes(Buffer.from('0000', 'hex'))
    other.sendBytes(Buffer.from('0004ffffffff', 'hex'))
    await untilClosed(other)
  })

  it('every message can be followed, without account numbers and security codes', async () => {
    const stop = new AbortController()
    const response = await fetch(`${host.adminUrl}/messages`, { signal: stop.signal })
    await client.ask('0200', payment({ 48: `0103987${taggedValue('20', 'followed')}` }))
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString()
      if (text.includes('"0210"')) break
    }
    stop.abort()
    assert.match(text, /512345xxxxxx0008/)
    assert.match(text, /followed/)
    assert.doesNotMatch(text, /5123450000000008|987/)
  })

  it('no file of the host holds an account number or a security code', async () => {
    await client.ask('0200', payment({ 2: '4508750015741019', 48: `0103987${taggedValue('20', 'files')}` }))
    for (const file of await readdir(world.folder)) {
      const content = await readFile(join(world.folder, file), 'latin1')
      assert.doesNotMatch(content, /5123450000000008|4508750015741019|0103987/, file)
    }
  })
})
