// How the host misbehaves, by expiry date, by amount and by its options; TLS.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { eventually, until } from '../../test/support/checks/poll.ts'
import {
  identity,
  messageAbout,
  payment,
  taggedValue,
  untilClosed,
} from '../../test/support/clients/card-host-client.ts'
import { type CardHostWorld, entriesOf, makeCardHostWorld } from '../../test/support/sites/card-host-world.ts'
import { ensureDevelopmentCertificates, issueClientCertificate } from '../platform/certificates/development-ca.ts'
import { behaviors } from './faults.ts'
import type { RunningHost } from './host.ts'

let world: CardHostWorld

beforeEach(async () => {
  world = await makeCardHostWorld()
})
afterEach(() => world.close())

const standing = async (host: RunningHost) => (await entriesOf(host)).map(({ standingMinor }) => standingMinor)

const numberOf = (behavior: (typeof behaviors)[number]) => String(behaviors.indexOf(behavior) + 1).padStart(2, '0')
const payBadly = (behavior: (typeof behaviors)[number]) => payment({ 14: `36${numberOf(behavior)}` })

describe('the host, directed by the expiry date,', () => {
  it('executes the request, does not answer, and answers the repeat', async () => {
    const host = await world.start()
    const client = await world.signedOn(host)
    const fields = payBadly('silent')
    client.send('0200', fields)
    await until(async () => (await standing(host)).length === 1, 'it was carried out')
    assert.equal((await client.ask('0201', fields)).text(39), '00')
    assert.equal(client.received.filter((each) => each.type === '0210').length, 1)
    assert.deepEqual(await standing(host), ['1000'])
  })

  it('loses the request, and executes the repeat', async () => {
    const host = await world.start()
    const client = await world.signedOn(host)
    const fields = payBadly('lost')
    client.send('0200', fields)
    await client.ask('0800', { ...identity(), 70: '301' })
    assert.deepEqual(await standing(host), [])
    assert.equal((await client.ask('0201', fields)).text(39), '00')
  })

  it('answers slowly, while others are answered', async () => {
    const host = await world.start({ slowMs: 200 })
    const client = await world.signedOn(host)
    const slow = client.ask('0200', payBadly('slow'))
    await client.ask('0200', payment())
    assert.deepEqual((await standing(host)).length, 2, 'it is carried out at once')
    assert.equal((await slow).text(39), '00')
  })

  it('processes the request late, after its reversal', async () => {
    const host = await world.start({ lateMs: 200 })
    const client = await world.signedOn(host)
    const fields = payBadly('late')
    const late = client.ask('0200', fields)
    const reversal = messageAbout('0200', fields, { 48: taggedValue('20', `ref-${fields[11]}`) })
    assert.equal((await client.ask('0420', reversal)).text(39), '00')
    assert.equal((await late).text(39), '74')
    assert.deepEqual(await standing(host), ['0'])
  })

  it('processes a late request after the connection has ended', async () => {
    const host = await world.start()
    const client = await world.signedOn(host)
    client.send('0200', payBadly('late'))
    await client.ask('0800', { ...identity(), 70: '301' })
    client.close()
    await until(async () => (await standing(host)).length === 1, 'it was carried out')
  })

  it('answers twice', async () => {
    const client = await world.signedOn(await world.start())
    const { 11: trace } = await client.ask('0200', payBadly('duplicate')).then((each) => ({ 11: each.text(11) }))
    await until(() => client.received.filter((each) => each.text(11) === trace).length === 2, 'both answers came')
  })

  it('answers under a wrong trace number', async () => {
    const client = await world.signedOn(await world.start())
    const fields = payBadly('wrongTrace')
    client.send('0200', fields)
    const response = await eventually(async () => client.received.find(({ type }) => type === '0210'))
    assert.notEqual(response.text(11), fields[11])
  })

  it('answers with garbage', async () => {
    const client = await world.signedOn(await world.start())
    client.send('0200', payBadly('garbage'))
    await until(() => client.unreadable === 1, 'the garbage came')
  })

  it('closes the connection within its answer, or instead of executing the request', async () => {
    const host = await world.start()
    for (const [behavior, count] of [
      ['halfway', 1],
      ['disconnect', 1],
    ] as const) {
      const client = await world.signedOn(host)
      client.send('0200', payBadly(behavior))
      await untilClosed(client)
      assert.equal(client.received.filter(({ type }) => type === '0210').length, 0)
      assert.equal((await standing(host)).length, count, behavior)
    }
  })

  it('approves more than was requested, though not in its books', async () => {
    const host = await world.start()
    const client = await world.signedOn(host)
    assert.equal((await client.ask('0200', payBadly('overstated'))).text(4), '000000001001')
    assert.deepEqual(await standing(host), ['1000'])
  })

  it('does the same by the amount, for messages without a card', async () => {
    const host = await world.start()
    const client = await world.signedOn(host)
    const authorized = payment({ 4: '000999995000' })
    await client.ask('0100', authorized)
    const capture = messageAbout('0100', authorized, { 4: `0009999900${numberOf('lost')}` })
    client.send('0220', capture)
    await client.ask('0800', { ...identity(), 70: '301' })
    assert.equal((await standing(host)).length, 1)
    assert.equal((await client.ask('0221', capture)).text(39), '00')
  })
})

describe('the host, by its options,', () => {
  it('refuses sign-ons', async () => {
    const host = await world.start({ refusedSignOns: 2 })
    const client = await world.connect(host)
    assert.deepEqual([await client.signOn(), await client.signOn(), await client.signOn()], ['91', '91', '00'])
  })

  it('sends an echo on an idle connection, and closes a connection that does not answer it', async () => {
    const client = await world.signedOn(await world.start({ echoMs: 10 }))
    await until(() => client.requests.length > 1, 'echoes came')
    assert.equal(client.requests[0]?.text(70), '301')
    const other = await world.start({ echoMs: 10, answerMs: 20, folder: join(world.folder, 'other') })
    const silent = await world.signedOn({ ...other, answer: () => undefined })
    await untilClosed(silent)
  })

  it('signs off when it stops', async () => {
    const host = await world.start()
    const client = await world.signedOn(host)
    await host.close()
    await untilClosed(client)
    assert.equal(client.requests.at(-1)?.text(70), '002')
  })

  it('does not know a reversal that came before its original', async () => {
    const client = await world.signedOn(await world.start({ holdsEarlyReversals: false }))
    const fields = payment()
    const reversal = messageAbout('0200', fields, { 48: taggedValue('20', `ref-${fields[11]}`) })
    assert.equal((await client.ask('0420', reversal)).text(39), '25')
    assert.equal((await client.ask('0200', fields)).text(39), '00')
    assert.equal((await client.ask('0421', reversal)).text(39), '00')
  })

  it('uses other framing, and swaps the addresses of a TPDU', async () => {
    const bytes = Buffer.from('6000030004', 'hex')
    const framing = { length: 'ascii-4', isInclusive: true, header: { kind: 'TPDU', bytes } } as const
    const host = await world.start({ framing })
    const client = await world.signedOn({ ...host, framing })
    assert.equal((await client.ask('0200', payment())).text(39), '00')
  })

  it('speaks TLS, and only with clients whose certificate it trusts', async () => {
    const { caCertificateFile, serverKeyFile, serverCertificateFile } = await ensureDevelopmentCertificates(
      world.folder,
    )
    const [ca, key, cert] = [
      await readFile(caCertificateFile),
      await readFile(serverKeyFile),
      await readFile(serverCertificateFile),
    ]
    const issued = await issueClientCertificate({ folder: world.folder, commonName: 'gateway', days: 1 })
    const host = await world.start({ tls: { key, cert, ca } })
    const trust = { ca, servername: 'localhost' }
    const client = await world.signedOn({ ...host, tls: { ...trust, key: issued.keyPem, cert: issued.certificatePem } })
    assert.equal((await client.ask('0200', payment())).text(39), '00')
    const stranger = await world.connect({ ...host, tls: trust })
    await untilClosed(stranger)
  })

  it('refuses to share its folder', async () => {
    await world.start()
    await assert.rejects(world.start(), /Another host already uses/)
  })
})
