// How the host misbehaves, by expiry date, by amount, by options and by a seed; message authentication; TLS.
import assert from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { eventually, until } from '../../test/support/checks/poll.ts'
import {
  about,
  approvalOf,
  binarySpecification,
  type CardHostClient,
  connectToHost,
  type Fields,
  identity,
  payment,
  tagged,
  untilClosed,
} from '../../test/support/clients/card-host-client.ts'
import { ensureDevelopmentCertificates, issueClientCertificate } from '../adapters/certificates/development-ca.ts'
import { type Iso8583Message, keyCheckValue, readTagged } from '../iso8583/index.ts'
import type { ListedEntry } from './books.ts'
import { behaviors } from './faults.ts'
import { type HostOptions, type RunningHost, startHost } from './host.ts'
import { additionalData, tags } from './request.ts'

let folder = ''
const running: { close(): Promise<void> | void }[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-host-'))
})
afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(options: Partial<HostOptions> = {}): Promise<RunningHost> {
  const host = await startHost({
    folder,
    port: 0,
    adminPort: 0,
    specification: binarySpecification,
    framing: { length: 'binary-2' },
    slowMs: 20,
    lateMs: 40,
    onFailure: (error) => assert.fail(error),
    ...options,
  })
  running.push(host)
  return host
}

async function signedOn(options: Parameters<typeof connectToHost>[0]): Promise<CardHostClient> {
  const client = await connectToHost(options)
  running.push(client)
  assert.equal(await client.signOn(), '00')
  return client
}

async function standing({ adminUrl }: RunningHost, merchant = 'SHOP'): Promise<readonly string[]> {
  const response = await fetch(`${adminUrl}/books?merchant=${merchant}`)
  const { entries } = (await response.json()) as { entries: readonly ListedEntry[] }
  return entries.map(({ standingMinor }) => standingMinor)
}

const numberOf = (behavior: (typeof behaviors)[number]) => String(behaviors.indexOf(behavior) + 1).padStart(2, '0')
const payBadly = (behavior: (typeof behaviors)[number]) => payment({ 14: `36${numberOf(behavior)}` })

describe('the host, asked by the expiry date,', () => {
  it('carries out and does not answer, and answers the repeat', async () => {
    const host = await start()
    const client = await signedOn(host)
    const fields = payBadly('silent')
    client.send('0200', fields)
    await until(async () => (await standing(host)).length === 1, 'it was carried out')
    assert.equal((await client.ask('0201', fields)).text(39), '00')
    assert.equal(client.received.filter((each) => each.type === '0210').length, 1)
    assert.deepEqual(await standing(host), ['1000'])
  })

  it('loses the request, and carries out the repeat', async () => {
    const host = await start()
    const client = await signedOn(host)
    const fields = payBadly('lost')
    client.send('0200', fields)
    await client.ask('0800', { ...identity(), 70: '301' })
    assert.deepEqual(await standing(host), [])
    assert.equal((await client.ask('0201', fields)).text(39), '00')
  })

  it('answers slowly, while others are answered', async () => {
    const host = await start({ slowMs: 200 })
    const client = await signedOn(host)
    const slow = client.ask('0200', payBadly('slow'))
    await client.ask('0200', payment())
    assert.deepEqual((await standing(host)).length, 2, 'it is carried out at once')
    assert.equal((await slow).text(39), '00')
  })

  it('is late, so that a reversal overtakes the request', async () => {
    const host = await start({ lateMs: 200 })
    const client = await signedOn(host)
    const fields = payBadly('late')
    const late = client.ask('0200', fields)
    const reversal = about('0200', fields, { 48: tagged('20', `ref-${fields[11]}`) })
    assert.equal((await client.ask('0420', reversal)).text(39), '00')
    assert.equal((await late).text(39), '74')
    assert.deepEqual(await standing(host), ['0'])
  })

  it('carries out what is late when the connection has ended', async () => {
    const host = await start()
    const client = await signedOn(host)
    client.send('0200', payBadly('late'))
    await client.ask('0800', { ...identity(), 70: '301' })
    client.close()
    await until(async () => (await standing(host)).length === 1, 'it was carried out')
  })

  it('answers twice', async () => {
    const client = await signedOn(await start())
    const { 11: trace } = await client.ask('0200', payBadly('duplicate')).then((each) => ({ 11: each.text(11) }))
    await until(() => client.received.filter((each) => each.text(11) === trace).length === 2, 'both answers came')
  })

  it('answers under a wrong trace number', async () => {
    const client = await signedOn(await start())
    const fields = payBadly('wrongTrace')
    client.send('0200', fields)
    const answer = await eventually(async () => client.received.find(({ type }) => type === '0210'))
    assert.notEqual(answer.text(11), fields[11])
  })

  it('answers with garbage', async () => {
    const client = await signedOn(await start())
    client.send('0200', payBadly('garbage'))
    await until(() => client.unreadable === 1, 'the garbage came')
  })

  it('ends the connection within its answer, or instead of carrying it out', async () => {
    const host = await start()
    for (const [behavior, count] of [
      ['halfway', 1],
      ['disconnect', 1],
    ] as const) {
      const client = await signedOn(host)
      client.send('0200', payBadly(behavior))
      await untilClosed(client)
      assert.equal(client.received.filter(({ type }) => type === '0210').length, 0)
      assert.equal((await standing(host)).length, count, behavior)
    }
  })

  it('approves more than was asked for, though not in its books', async () => {
    const host = await start()
    const client = await signedOn(host)
    assert.equal((await client.ask('0200', payBadly('overstated'))).text(4), '000000001001')
    assert.deepEqual(await standing(host), ['1000'])
  })

  it('does the same by the amount, for messages without a card', async () => {
    const host = await start()
    const client = await signedOn(host)
    const authorized = payment({ 4: '000999995000' })
    await client.ask('0100', authorized)
    const capture = about('0100', authorized, { 4: `0009999900${numberOf('lost')}` })
    client.send('0220', capture)
    await client.ask('0800', { ...identity(), 70: '301' })
    assert.equal((await standing(host)).length, 1)
    assert.equal((await client.ask('0221', capture)).text(39), '00')
  })
})

describe('the host, by its options,', () => {
  it('refuses sign-ons', async () => {
    const host = await start({ refusedSignOns: 2 })
    const client = await connectToHost(host)
    running.push(client)
    assert.deepEqual([await client.signOn(), await client.signOn(), await client.signOn()], ['91', '91', '00'])
  })

  it('sends an echo into silence, and ends a connection that does not answer it', async () => {
    const client = await signedOn(await start({ echoMs: 10 }))
    await until(() => client.requests.length > 1, 'echoes came')
    assert.equal(client.requests[0]?.text(70), '301')
    const other = await start({ echoMs: 10, answerMs: 20, folder: join(folder, 'other') })
    const silent = await signedOn({ ...other, answer: () => undefined })
    await untilClosed(silent)
  })

  it('signs off when it stops', async () => {
    const host = await start()
    const client = await signedOn(host)
    await host.close()
    running.shift()
    await untilClosed(client)
    assert.equal(client.requests.at(-1)?.text(70), '002')
  })

  it('does not know of a reversal that came too early', async () => {
    const client = await signedOn(await start({ holdsEarlyReversals: false }))
    const fields = payment()
    const reversal = about('0200', fields, { 48: tagged('20', `ref-${fields[11]}`) })
    assert.equal((await client.ask('0420', reversal)).text(39), '25')
    assert.equal((await client.ask('0200', fields)).text(39), '00')
    assert.equal((await client.ask('0421', reversal)).text(39), '00')
  })

  it('speaks with other frames, and swaps the addresses of a TPDU', async () => {
    const bytes = Buffer.from('6000030004', 'hex')
    const framing = { length: 'ascii-4', isInclusive: true, header: { kind: 'tpdu', bytes } } as const
    const host = await start({ framing })
    const client = await signedOn({ ...host, framing })
    assert.equal((await client.ask('0200', payment())).text(39), '00')
  })

  it('speaks TLS, and only with clients whose certificate it trusts', async () => {
    const { caCertificateFile, serverKeyFile, serverCertificateFile } = await ensureDevelopmentCertificates(folder)
    const [ca, key, cert] = [
      await readFile(caCertificateFile),
      await readFile(serverKeyFile),
      await readFile(serverCertificateFile),
    ]
    const issued = await issueClientCertificate({ folder, commonName: 'gateway', days: 1 })
    const host = await start({ tls: { key, cert, ca } })
    const trust = { ca, servername: 'localhost' }
    const client = await signedOn({ ...host, tls: { ...trust, key: issued.keyPem, cert: issued.certificatePem } })
    assert.equal((await client.ask('0200', payment())).text(39), '00')
    const stranger = await connectToHost({ ...host, tls: trust })
    running.push(stranger)
    await untilClosed(stranger)
  })

  it('refuses to share its folder', async () => {
    await start()
    await assert.rejects(start(), /Another host already uses/)
  })
})

const macs = [
  ['retail', 16],
  ['aes-cmac', 32],
] as const

for (const [algorithm, length] of macs)
  describe(`message authentication by ${algorithm}`, () => {
    const key = Buffer.alloc(length, 0x1a)
    const keyEncryptingKey = Buffer.alloc(length, 0x2c)
    const mac = { algorithm, key, keyEncryptingKey }

    it('drops what is not authenticated, and authenticates its answers', async () => {
      const host = await start({ mac })
      const client = await signedOn({ ...host, mac })
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      assert.equal((await client.ask('0420', about('0200', payment()))).text(39), '00')
      const stranger = await signedOn(host)
      stranger.send('0200', payment())
      const forger = await connectToHost({ ...host, mac: { algorithm, key: Buffer.alloc(length, 0x33) } })
      running.push(forger)
      forger.send('0200', payment())
      forger.send('0800', { ...identity(), 70: '001' })
      await until(async () => {
        const status = (await (await fetch(`${host.adminUrl}/status`)).json()) as { unauthenticated: number }
        return status.unauthenticated === 3
      }, 'they were dropped')
      assert.equal((await standing(host)).length, 1)
      assert.equal(client.unreadable, 0)
      client.send('0200', payBadly('wrongMac'))
      await until(() => client.unreadable === 1, 'the answer with a wrong code came')
    })

    it('goes on with a new key, which survives a restart', async () => {
      const host = await start({ mac })
      let offered: Iso8583Message | undefined
      const client = await signedOn({
        ...host,
        mac,
        answer(request) {
          if (request.text(70) !== '101') return approvalOf(request)
          offered = request
          return approvalOf(request).set(48, tagged('32', checkValueIn(request)))
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
      running.shift()
      const again = await start({ mac })
      const renewed = await signedOn({ ...again, mac: { algorithm, key: newKey } })
      assert.equal((await renewed.ask('0200', payment())).text(39), '00')
    })

    it('makes a key when it is asked to, and takes one that is sent', async () => {
      const host = await start({ mac })
      const client = await signedOn({ ...host, mac })
      const answer = await client.ask('0800', { ...identity(), 70: '101' })
      assert.equal(answer.text(39), '00')
      client.useKey(keyOf(keyIn(answer).sealed))
      assert.equal((await client.ask('0200', payment())).text(39), '00')
      const wrong: Fields = { ...identity(), 48: tagged('31', 'AB'.repeat(length)) + tagged('32', '000000'), 70: '101' }
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
