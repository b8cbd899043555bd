// Scheme tokens over HTTP: when they are asked for, what is stored with and without them, and that none is left behind.
import assert from 'node:assert/strict'
import { afterEach, before, describe, it } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import { type Body, newOrderId, payBody } from '../../support/clients/client.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import {
  assertSchemeBooksAgree,
  type CardKeeper,
  keepCards,
  newTokenName,
  printedCard,
  settleSchemeTokens,
} from '../../support/clients/stored-cards.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let tokens: CardKeeper
before(async () => {
  gateway = await sharedGateway()
})
afterEach(() => assertSchemeBooksAgree(gateway))

const modes = ['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS'] as const
type Mode = (typeof modes)[number]

const inMode = (schemeTokenProvisioningMode: Mode) => ({ schemeTokenProvisioningMode })
const statusOf = async (token: string): Promise<string | undefined> => (await tokens.get(token)).schemeToken?.status
const untilStatus = (token: string, status: string) =>
  until(async () => (await statusOf(token)) === status, `the scheme token is ${status}`)

function assertActive({ schemeToken }: Body, masked = /^512345xxxxxx\d{4}$/): void {
  const { number, lastUpdated, ...rest } = schemeToken
  assert.match(number, masked)
  assert.notEqual(number, '512345xxxxxx0008')
  assert.match(lastUpdated, /^\d{4}-\d\d-\d\dT/)
  assert.deepEqual(rest, {
    expiry: { month: '1', year: '39' },
    provider: 'SIMULATED_TOKEN_SERVICE',
    status: 'ACTIVE',
  })
}

describe('a card that the token service gives a scheme token for', () => {
  before(async () => {
    tokens = await keepCards(gateway)
  })

  it('waits for it in the asynchronous mode and gets it later', async () => {
    const { token, schemeToken } = await tokens.keep('1/39', inMode('ASYNCHRONOUS'))
    assert.equal(schemeToken.status, 'PENDING')
    assert.equal(schemeToken.number, undefined)
    await untilStatus(token, 'ACTIVE')
    const stored = await tokens.get(token)
    assertActive(stored)
    assert.equal(stored.usage.lastUpdated.source, 'GATEWAY')
  })

  for (const mode of ['ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS'] as const) {
    it(`has it at once in the mode ${mode}`, async () => {
      const saved = await tokens.keep('1/39', inMode(mode))
      assertActive(saved)
      assert.deepEqual((await tokens.get(saved.token)).schemeToken, saved.schemeToken)
    })
  }

  it('keeps it when it is stored again, whatever the mode', async () => {
    const { token, schemeToken } = await tokens.keep('1/39', inMode('SYNCHRONOUS'))
    for (const mode of modes) {
      const { status, body } = await tokens.save(token, { sourceOfFunds: printedCard('2/39'), ...inMode(mode) })
      assert.deepEqual([status, body.schemeToken], [200, schemeToken])
    }
    const expiryOnly = { sourceOfFunds: { type: 'CARD', provided: { card: { expiry: { month: '3', year: '40' } } } } }
    assert.deepEqual((await tokens.save(token, expiryOnly)).body.schemeToken, schemeToken)
    assert.equal((await tokens.entries()).at(-1)?.asked, 1)
  })

  it('gives it up when another card replaces it', async () => {
    const { token, schemeToken } = await tokens.keep('1/39', inMode('SYNCHRONOUS'))
    const another = { sourceOfFunds: printedCard('1/39', '4508750015741019'), ...inMode('SYNCHRONOUS') }
    const { body } = await tokens.save(token, another)
    assertActive(body, /^450875xxxxxx\d{4}$/)
    assert.notEqual(body.schemeToken.number, schemeToken.number)
    await settleSchemeTokens(gateway)
    const [old, current] = (await tokens.entries()).slice(-2)
    assert.deepEqual([old?.status, old?.given_up, current?.status], ['DELETED', 1, 'ACTIVE'])
  })

  it('gives it up when its token is deleted, received or not', async () => {
    const { token } = await tokens.keep('1/39', inMode('SYNCHRONOUS'))
    await tokens.remove(token)
    await settleSchemeTokens(gateway)
    assert.equal((await tokens.entries()).at(-1)?.status, 'DELETED')
    const silent = await tokens.keep('9/38', inMode('ATTEMPT_SYNCHRONOUS'))
    assert.equal(silent.schemeToken.status, 'PENDING')
    await tokens.remove(silent.token)
    await settleSchemeTokens(gateway)
    assert.equal((await tokens.entries()).at(-1)?.status, 'DELETED')
  })

  it('is sent to the service with details that only the service may have, none of which the gateway stores', async () => {
    const street = '1 Only For The Service'
    const cardholder = {
      billing: { address: { street, city: 'Aville' } },
      customer: { email: 'ada@example.com' },
      device: { ipAddress: '203.0.113.7' },
    }
    const { token } = await tokens.keep('1/39', { ...inMode('SYNCHRONOUS'), ...cardholder })
    const [provisioned] = await gateway.query<{ cardholder: Body }>(
      'select cardholder from simulated_token_service.scheme_token order by serial desc limit 1',
    )
    assert.equal(provisioned?.cardholder.billing.address.street, street)
    assert.equal(provisioned?.cardholder.customer.email, 'ada@example.com')
    assert.equal(provisioned?.cardholder.ipAddress, '203.0.113.7')
    const kept = JSON.stringify(await gateway.query('select t::text from tokens t where token = $1', [token]))
    assert.ok(!/Only For The Service|ada@example|203\.0\.113/.test(kept))
  })
})

describe('a card that the token service refuses', () => {
  before(async () => {
    tokens = await keepCards(gateway)
  })

  it('is stored in the asynchronous mode, and never requested again', async () => {
    const { token, schemeToken } = await tokens.keep('7/38', inMode('ASYNCHRONOUS'))
    assert.equal(schemeToken.status, 'PENDING')
    await untilStatus(token, 'INACTIVE')
    await settleSchemeTokens(gateway)
    assert.equal((await tokens.entries()).at(-1)?.asked, 1)
    assert.equal((await tokens.get(token)).status, 'VALID')
  })

  it('is stored in the attempt mode', async () => {
    const { token, schemeToken, status } = await tokens.keep('7/38', inMode('ATTEMPT_SYNCHRONOUS'))
    assert.deepEqual([status, schemeToken.status, schemeToken.number], ['VALID', 'INACTIVE', undefined])
    const { body } = await tokens.save(token, { sourceOfFunds: printedCard('1/39') })
    assert.equal(body.schemeToken.status, 'PENDING', 'storing it again is a new request')
    await untilStatus(token, 'ACTIVE')
  })

  it('is not stored in the synchronous mode', async () => {
    await assertNotStored('7/38', /rejected this card/)
  })
})

async function assertNotStored(printed: string, why: RegExp): Promise<void> {
  const token = newTokenName()
  const { status, body } = await tokens.save(token, { sourceOfFunds: printedCard(printed), ...inMode('SYNCHRONOUS') })
  assert.deepEqual([status, body.result, body.error.cause], [400, 'ERROR', 'INVALID_REQUEST'])
  assert.deepEqual([body.error.field, body.error.validationType], ['schemeTokenProvisioningMode', 'INVALID'])
  assert.match(body.error.explanation, why)
  assert.equal((await tokens.ask('GET', `/token/${token}`)).status, 400, 'there is no such token')
  await settleSchemeTokens(gateway)
  assert.notEqual((await tokens.entries()).at(-1)?.status, 'ACTIVE')
}

describe('a token service that does not answer the first time', () => {
  before(async () => {
    tokens = await keepCards(gateway)
  })

  it('gives the scheme token later in the asynchronous mode', async () => {
    const { token } = await tokens.keep('8/38', inMode('ASYNCHRONOUS'))
    await until(async () => {
      // The minute until it is asked again passes at once; the running gateway may have begun it just then.
      await settleSchemeTokens(gateway)
      return (await statusOf(token)) === 'ACTIVE'
    }, 'the scheme token is there')
    assert.equal((await tokens.entries()).at(-1)?.status, 'ACTIVE')
  })

  it('gives it later in the attempt mode', async () => {
    const { token, schemeToken } = await tokens.keep('8/38', inMode('ATTEMPT_SYNCHRONOUS'))
    assert.equal(schemeToken.status, 'PENDING')
    await untilStatus(token, 'ACTIVE')
    const { asked, status } = (await tokens.entries()).at(-1) ?? assert.fail()
    assert.deepEqual([asked, status], [2, 'ACTIVE'], 'one scheme token, asked for twice under one reference')
  })

  it('means that nothing is stored in the synchronous mode, and what it made is given up', async () => {
    await assertNotStored('8/38', /did not respond in time/)
    assert.equal((await tokens.entries()).at(-1)?.given_up, 1)
  })
})

describe('a token service that never answers', () => {
  before(async () => {
    tokens = await keepCards(gateway)
  })

  for (const mode of ['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS'] as const) {
    it(`leaves the card stored and usable in the mode ${mode}`, async () => {
      const { token, schemeToken } = await tokens.keep('9/38', inMode(mode))
      assert.equal(schemeToken.status, 'PENDING')
      await until(async () => ((await tokens.entries()).at(-1)?.asked ?? 0) > 0, 'it was asked')
      await settleSchemeTokens(gateway)
      assert.deepEqual([await statusOf(token), (await tokens.get(token)).status], ['PENDING', 'VALID'])
      await tokens.remove(token)
      await settleSchemeTokens(gateway)
    })
  }

  it('means that nothing is stored in the synchronous mode', async () => {
    await assertNotStored('9/38', /did not respond in time/)
  })

  it('does not change a token that is there already', async () => {
    const { token, schemeToken, sourceOfFunds } = await tokens.keep('1/39', inMode('SYNCHRONOUS'))
    const another = { sourceOfFunds: printedCard('9/38', '4508750015741019'), ...inMode('SYNCHRONOUS') }
    assert.equal((await tokens.save(token, another)).status, 400)
    const left = await tokens.get(token)
    assert.deepEqual([left.schemeToken, left.sourceOfFunds], [schemeToken, sourceOfFunds])
    await settleSchemeTokens(gateway)
  })
})

describe('the mode of a repository', () => {
  it('applies where the request has none', async () => {
    for (const provisioningMode of modes) {
      tokens = await keepCards(gateway, { repository: { provisioningMode } })
      const expected = provisioningMode === 'ASYNCHRONOUS' ? 'PENDING' : 'ACTIVE'
      const { token, schemeToken } = await tokens.keep()
      assert.equal(schemeToken.status, expected)
      await untilStatus(token, 'ACTIVE')
    }
  })
})

describe('no scheme token is asked for', () => {
  it('where the repository has none', async () => {
    tokens = await keepCards(gateway, { repository: { hasSchemeTokens: false } })
    for (const mode of ['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS'] as const) {
      const { schemeToken, result } = await tokens.keep('7/38', inMode(mode))
      assert.deepEqual([result, schemeToken, await tokens.entries()], ['SUCCESS', undefined, []])
    }
  })

  it('where the repository has none and the request requires one: it is refused, and no token is created', async () => {
    tokens = await keepCards(gateway, { repository: { hasSchemeTokens: false } })
    const token = newTokenName()
    const response = await tokens.save(token, { sourceOfFunds: printedCard(), ...inMode('SYNCHRONOUS') })
    assert.deepEqual(refusal(response), refusalOf('schemeTokenProvisioningMode'))
    assert.equal((await tokens.ask('GET', `/token/${token}`)).status, 400)
    assert.deepEqual(await tokens.entries(), [])
  })

  it('for the number of a device, sent as such or taken from an order', async () => {
    tokens = await keepCards(gateway, { repository: { provisioningMode: 'SYNCHRONOUS' } })
    const onlinePaymentCryptogram = Buffer.alloc(20, 1).toString('base64')
    const sourceOfFunds = {
      type: 'CARD',
      provided: {
        card: {
          number: '5123450000000008',
          expiry: { month: '1', year: '39' },
          devicePayment: { '3DSecure': { eciIndicator: '02', onlinePaymentCryptogram } },
        },
      },
    }
    const { status, body, text } = await tokens.save(newTokenName(), { sourceOfFunds })
    assert.deepEqual([status, body.schemeToken], [201, undefined], text)
    const order = newOrderId()
    const device = { order: { amount: '1.00', currency: 'USD', walletProvider: 'APPLE_PAY' } }
    const paid = await tokens.ask('PUT', `/order/${order}/transaction/1`, payBody(device))
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
    const fromOrder = await tokens.save(newTokenName(), { referenceOrderId: order })
    assert.deepEqual([fromOrder.status, fromOrder.body.schemeToken], [201, undefined], fromOrder.text)
    assert.deepEqual(await tokens.entries(), [])
  })

  it('for anything that is no card', async () => {
    tokens = await keepCards(gateway, { repository: { provisioningMode: 'SYNCHRONOUS' } })
    const sourceOfFunds = { type: 'GIFT_CARD', provided: { giftCard: { number: '6000000000050030' } } }
    const { status, body, text } = await tokens.save(newTokenName(), { sourceOfFunds })
    assert.deepEqual([status, body.schemeToken], [201, undefined], text)
    assert.deepEqual(await tokens.entries(), [])
  })
})

it('a card of an earlier order gets a scheme token', async () => {
  tokens = await keepCards(gateway, { repository: { provisioningMode: 'SYNCHRONOUS' } })
  const order = newOrderId()
  await tokens.ask('PUT', `/order/${order}/transaction/1`, payBody())
  const { status, body, text } = await tokens.save(newTokenName(), { referenceOrderId: order })
  assert.equal(status, 201, text)
  assertActive(body)
})

describe('a card that an issuer has pushed', () => {
  before(async () => {
    tokens = await keepCards(gateway)
  })
  const pushed = (schemeTokenProvisioningIdentifier: string) => ({
    sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier },
  })

  it('is stored with the scheme token that came with it', async () => {
    const mastercard = await tokens.save(newTokenName(), pushed('TEST-PUSH-MASTERCARD-1'))
    assert.equal(mastercard.status, 201, mastercard.text)
    assertActive(mastercard.body)
    const { number, expiry, scheme } = mastercard.body.sourceOfFunds.provided.card
    assert.deepEqual([number, expiry, scheme], ['512345xxxxxx0008', { month: '1', year: '39' }, 'MASTERCARD'])
    const visa = await tokens.save(newTokenName(), pushed('TEST-PUSH-VISA'))
    assertActive(visa.body, /^450875xxxxxx\d{4}$/)
    const paid = await tokens.pay(visa.body.token)
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
  })

  for (const [identifier, why] of [
    ['TEST-PUSH-SILENT', /did not respond in time/],
    ['somebody-elses', /does not know this identifier/],
  ] as const) {
    it(`is not stored when the service has nothing for ${identifier}`, async () => {
      const token = newTokenName()
      const { status, body } = await tokens.save(token, pushed(identifier))
      assert.equal(status, 400)
      assert.equal(body.error.field, 'sourceOfFunds.schemeTokenProvisioningIdentifier')
      assert.match(body.error.explanation, why)
      assert.equal((await tokens.ask('GET', `/token/${token}`)).status, 400)
    })
  }

  it('leaves nothing behind when it may not be stored after all', async () => {
    tokens = await keepCards(gateway, { repository: { generation: 'RANDOM' } })
    const { status, body } = await tokens.save(newTokenName(), pushed('TEST-PUSH-VISA'))
    assert.deepEqual([status, body.error.field], [400, 'token'])
    await settleSchemeTokens(gateway)
    assert.ok((await tokens.entries()).every((entry) => entry.status === 'DELETED'))
    const named = await tokens.ask('POST', '/token', pushed('TEST-PUSH-VISA'))
    assert.equal(named.status, 201, named.text)
  })
})

it('many cards stored at once all get their scheme tokens, one each', async () => {
  tokens = await keepCards(gateway)
  const saved = await Promise.all(
    Array.from({ length: 30 }, (_, index) => tokens.keep('1/39', inMode(modes[index % 3] ?? 'SYNCHRONOUS'))),
  )
  for (const { token } of saved) await untilStatus(token, 'ACTIVE')
  const entries = await tokens.entries()
  assert.equal(entries.length, 30)
  const numbers = await Promise.all(saved.map(async ({ token }) => (await tokens.get(token)).schemeToken.number))
  assert.equal(new Set(numbers).size, 30)
})
