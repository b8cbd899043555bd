// Updates of a session: values are merged, versions count, nothing is lost, and secrets are not shown.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type JsonObject, parseJson } from '../../../src/contract/json/json.ts'
import { compile, contractFor } from '../../../src/contract/operation.ts'
import { isRejection } from '../../../src/kernel/rejection.ts'
import type { Values } from '../../../src/kernel/values.ts'
import { storableRequest } from '../../../src/payments/masking/storable-request.ts'
import { retrieveSession } from '../../../src/sessions/contract/retrieve-session.ts'
import { updateSession } from '../../../src/sessions/contract/update-session.ts'
import { sessionValuesOf } from '../../../src/sessions/operations/session-values-of.ts'
import { mergeSessionValues } from '../../../src/sessions/rules/session-values.ts'
import { fullBody } from '../../support/builders/bodies.ts'
import { pickRandom, seeded } from '../../support/builders/seeded.ts'
import { leavesOf } from '../../support/checks/canary-search.ts'
import { type ApiResponse, apiPath, cardSource, send } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  sessions = openSessions(gateway)
})

const card = (members: object) => ({ sourceOfFunds: { provided: { card: members } } })
const number = '5123450000000008'
const masked = '512345xxxxxx0008'
const expiry = { month: '1', year: '39' }

async function filled(...updates: readonly object[]): Promise<{ id: string; last: ApiResponse }> {
  const id = await sessions.open()
  let last: ApiResponse | undefined
  for (const update of updates) {
    last = await sessions.update(id, update)
    assert.equal(last.status, 200, last.text)
  }
  return { id, last: last ?? assert.fail() }
}

const stateOf = ({ body }: ApiResponse) => [body.session.updateStatus, body.session.version.slice(-2)]

describe('a session', () => {
  it('shows the card masked, with the details of its number, and that there is a security code', async () => {
    const { id, last } = await filled({ sourceOfFunds: cardSource({ nameOnCard: 'Jo Payer', brand: 'VISA' }) })
    const shown = {
      brand: 'MASTERCARD',
      expiry,
      fundingMethod: 'CREDIT',
      nameOnCard: 'Jo Payer',
      number: masked,
      scheme: 'MASTERCARD',
      securityCode: 'xxx',
    }
    assert.deepEqual(last.body.sourceOfFunds, { provided: { card: shown }, type: 'CARD' })
    assert.deepEqual(stateOf(last), ['SUCCESS', '02'])
    assert.equal(last.body.result, undefined)
    assert.deepEqual((await sessions.retrieve(id)).body, { ...last.body, result: 'SUCCESS' })
    for (const version of [15, 30, 50])
      assert.deepEqual((await sessions.retrieve(id, version)).body.sourceOfFunds, last.body.sourceOfFunds)
    const amex = await filled(card({ number: '371449635398431', securityCode: '1000' }))
    assert.equal(amex.last.body.sourceOfFunds.provided.card.securityCode, 'xxxx')
  })

  it('shows the scheme of a number too short to show more than its end', async () => {
    const { last } = await filled(card({ number: '560000000003' }))
    const { brand, number: shown } = last.body.sourceOfFunds.provided.card
    assert.deepEqual([brand, shown], ['MAESTRO', 'xxxxxxxx0003'])
  })

  it('that is unknown or has an invalid id is answered like any that does not exist', async () => {
    for (const id of ['SESSION0002000000000A0000000B00', 'x'.repeat(31), '%00'.repeat(1).padEnd(33, 'S')]) {
      const response = await sessions.retrieve(id)
      assert.equal(response.status, 400, response.text)
    }
    const response = await sessions.update('SESSION0002000000000A0000000B00', {})
    assert.deepEqual(refusal(response), [400, 'INVALID_REQUEST', undefined, undefined])
    assert.deepEqual(refusal(await sessions.retrieve('x')), refusalOf('session.id'))
  })

  for (const version of [15, 30, 50, 100]) {
    it(`holds every field in version ${version}, and every version shows its own`, async () => {
      for (const which of [0, -1] as const) await holdsAll(which)
    })
    async function holdsAll(which: 0 | -1) {
      const contract = contractFor(updateSession, version)
      const { session: _, ...rows } = contract.request
      // As text, since some numbers are larger than JavaScript's.
      const bytes = fullBody(rows, which)
      const id = await sessions.open()
      const updated = await sessions.send(`/session/${id}`, { method: 'PUT', bytes }, version)
      assert.equal(updated.status, 200, updated.text)
      const canonical = compile(contract).read(parseJson(bytes) as JsonObject)
      assert.ok(!isRejection(canonical))
      const { session } = updated.body
      const shown = { ...storableRequest(sessionValuesOf(canonical)), merchant: 'TESTMERCHANT' } as Values
      for (const read of [15, 30, 50, 63, 100]) {
        const { body } = await sessions.retrieve(id, read)
        const response = {
          ...shown,
          result: 'SUCCESS',
          session: { ...session, authenticationLimit: 25 },
          version: String(read),
        }
        const expected = JSON.parse(compile(contractFor(retrieveSession, read)).write(response))
        expected.sourceOfFunds.provided.card.securityCode = which === 0 ? 'xxx' : 'xxxx'
        assert.deepEqual(body, expected)
        assert.ok([...leavesOf(body)].length > 300)
      }
    }
  }
})

describe('an update', () => {
  it('is merged with the stored values, whatever the version of each', async () => {
    const { id } = await filled(
      {
        billing: { address: { city: 'Graz' } },
        order: { custom: { a: '1', b: '2' }, item: [{ name: 'Tea', quantity: 1, unitPrice: '1' }] },
      },
      { billing: { address: { street: 'A' } }, order: { custom: { b: '3' } } },
    )
    const older = { item: [{ name: 'Milk', quantity: 2, unitPrice: '2' }], customer: { ipAddress: '192.0.2.1' } }
    assert.equal((await sessions.update(id, older, { version: 15 })).status, 200)
    const { body } = await sessions.retrieve(id)
    assert.deepEqual(body.billing, { address: { city: 'Graz', street: 'A' } })
    assert.deepEqual(body.order, {
      custom: { a: '1', b: '3' },
      item: [{ name: 'Milk', quantity: 2, unitPrice: 2 }],
    })
    assert.deepEqual(body.device, { ipAddress: '192.0.2.1' })
  })

  it('may add a card in parts, and keeps its security code until the number changes', async () => {
    const { id } = await filled(card({ expiry }), card({ number }), card({ securityCode: '100' }))
    const again = await sessions.update(id, card({ number }))
    assert.deepEqual(again.body.sourceOfFunds.provided.card.securityCode, 'xxx')
    assert.deepEqual(again.body.sourceOfFunds.provided.card.expiry, expiry)
    const other = await sessions.update(id, card({ number: '4508750015741019' }))
    assert.deepEqual(other.body.sourceOfFunds.provided.card, {
      brand: 'VISA',
      fundingMethod: 'UNKNOWN',
      number: '450875xxxxxx1019',
      scheme: 'VISA',
    })
    assert.deepEqual(await gateway.query('select from session_codes where expires_at is null'), [])
  })

  it('ends in what merging its parts gives, for any parts in any order', async () => {
    const random = seeded(20_261_115)
    const parts: readonly object[] = [
      card({ number }),
      card({ number: '4508750015741019', expiry: { month: '2', year: '40' } }),
      card({ expiry }),
      card({ securityCode: '100', nameOnCard: 'Jo Payer' }),
      { sourceOfFunds: { token: '9000000000000001' } },
      { sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6000000000000000', pin: '1234' } } } },
      { sourceOfFunds: { type: 'CARD' } },
      { order: { id: 'O1', custom: { a: '1', constructor: 'c' } } },
      { order: { amount: '10', currency: 'USD', custom: { a: '2', toString: 's' } } },
      { order: { item: [{ name: 'Tea', quantity: 1, unitPrice: '1' }] } },
      {
        risk: {
          paymentRecipient: {
            accountIdentifier: 'DE02120300000000202051',
            dateOfBirth: '1990-01-31',
            lastName: 'L',
            postcodeZip: '8010',
          },
        },
      },
      { billing: { address: { city: 'Graz' } }, customer: { email: 'jo@example.com' } },
      { billing: { address: { street: 'A' } } },
    ]
    for (let round = 0; round < 40; round += 1) {
      const updates = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pickRandom(parts, random))
      const { last } = await filled(...updates)
      const values = updates.reduce<Values>((held, update) => {
        const read = compile(contractFor(updateSession, 100)).read(parseJson(JSON.stringify(update)) as JsonObject)
        assert.ok(!isRejection(read))
        return mergeSessionValues(held, sessionValuesOf(read))
      }, {})
      const hasCode = codeIn(values)
      const response = {
        ...storableRequest(values),
        merchant: 'TESTMERCHANT',
        session: last.body.session,
        version: '100',
      }
      const expected = JSON.parse(compile(contractFor(retrieveSession, 100)).write(response))
      if (hasCode) expected.sourceOfFunds.provided.card.securityCode = 'xxx'
      assert.deepEqual(last.body, expected, JSON.stringify(updates))
    }
  })

  it('increases the version, which restarts after 99', async () => {
    const { id, last } = await filled({ order: { id: 'O1' } }, { order: { id: 'O2' } })
    assert.deepEqual(stateOf(last), ['SUCCESS', '03'])
    const head = last.body.session.version.slice(0, 8)
    await gateway.query('update sessions set version = $2 where version = $1', [last.body.session.version, `${head}98`])
    const at99 = await sessions.update(id, { order: { id: 'O3' } })
    assert.equal(at99.body.session.version, `${head}99`)
    const restarted = await sessions.update(id, { order: { id: 'O4' } })
    assert.match(restarted.body.session.version, /^[0-9a-f]{8}01$/)
    assert.notEqual(restarted.body.session.version.slice(0, 8), head)
  })

  it('that names a version is accepted only while the session has it', async () => {
    const { id, last } = await filled({ order: { id: 'O1' } })
    const { version } = last.body.session
    const taken = await sessions.update(id, { session: { version }, order: { id: 'O2' } })
    assert.equal(taken.status, 200)
    const late = await sessions.update(id, { session: { version }, order: { id: 'O3' } })
    assert.deepEqual(refusal(late), refusalOf('session.version'))
    const { body } = await sessions.retrieve(id)
    assert.deepEqual([body.order.id, ...stateOf({ body } as ApiResponse)], ['O2', 'SUCCESS', '03'])
  })

  it('is accepted once when several name the same version', async () => {
    const { id, last } = await filled({ order: { id: 'O1' } })
    const { version } = last.body.session
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sessions.update(id, { session: { version }, order: { custom: { [`n${index}`]: 'x' } } }),
      ),
    )
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(400)])
    const { body } = await sessions.retrieve(id)
    assert.equal(Object.keys(body.order.custom).length, 1)
  })

  it('is never lost, however many are concurrent', async () => {
    const id = await sessions.open()
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        sessions.update(id, {
          order: { custom: { [`n${index}`]: String(index) } },
          ...(index % 10 === 0 && card({ securityCode: '100' })),
          ...(index % 10 === 5 && { sourceOfFunds: { provided: { giftCard: { pin: '1234' } } } }),
        }),
      ),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    const versions = responses.map(({ body }) => body.session.version)
    assert.equal(new Set(versions).size, 30)
    const { body } = await sessions.retrieve(id)
    assert.equal(Object.keys(body.order.custom).length, 30)
    assert.equal(body.session.version.slice(-2), '31')
    assert.equal(body.sourceOfFunds.provided.card.securityCode, 'xxx')
  })
})

const codeIn = (values: Values) =>
  (values as { sourceOfFunds?: { provided?: { card?: { securityCode?: unknown } } } }).sourceOfFunds?.provided?.card
    ?.securityCode !== undefined

describe('an update that is refused', () => {
  const wrongs: Readonly<Record<string, readonly [object, string, string]>> = {
    'for a wrong value': [card({ number: '5123450000000009' }), 'sourceOfFunds.provided.card.number', 'INVALID'],
    'for a field that does not exist': [{ colour: 'red' }, 'colour', 'UNSUPPORTED'],
    'for half a group': [card({ expiry: { month: '1' } }), 'sourceOfFunds.provided.card.expiry.year', 'MISSING'],
  }
  for (const [name, [wrong, field, validationType]] of Object.entries(wrongs)) {
    it(`${name} shows in the status; values and version stay, and the next one corrects it`, async () => {
      const { id, last } = await filled({ sourceOfFunds: cardSource(), order: { id: 'O1' } })
      assert.deepEqual(refusal(await sessions.update(id, wrong)), refusalOf(field, validationType))
      const { body } = await sessions.retrieve(id)
      const session = { ...last.body.session, updateStatus: 'FAILURE' }
      assert.deepEqual(body, { ...last.body, result: 'SUCCESS', session })
      const right = await sessions.update(id, { order: { id: 'O2' } })
      assert.deepEqual(stateOf(right), ['SUCCESS', '03'])
    })
  }

  it('leaves a new session empty, and says so', async () => {
    const id = await sessions.open()
    await sessions.update(id, { colour: 'red' })
    assert.equal((await sessions.retrieve(id)).body.session.updateStatus, 'FAILURE')
  })

  it('may have too many, or too long, custom members together with the stored ones', async () => {
    const many = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, 'x']))
    const { id } = await filled({ order: { custom: many('a', 30) }, risk: { custom: { a: 'x'.repeat(4000) } } })
    assert.equal((await sessions.update(id, { order: { custom: many('b', 20) } })).status, 200)
    assert.deepEqual(
      refusal(await sessions.update(id, { order: { custom: { one: 'more' } } })),
      refusalOf('order.custom'),
    )
    const { body } = await sessions.retrieve(id)
    assert.deepEqual([body.session.updateStatus, Object.keys(body.order.custom).length], ['FAILURE', 50])
    assert.deepEqual(
      refusal(await sessions.update(id, { risk: { custom: { b: 'x'.repeat(97) } } })),
      refusalOf('risk.custom'),
    )
    assert.equal((await sessions.update(id, { risk: { custom: { a: 'x', b: 'x'.repeat(97) } } })).status, 200)
  })
})

describe('account numbers of a session', () => {
  it('are shown in clear to callers with permission, with an audit entry; codes never are', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { privileges: ['UNMASK'] } })
    const tls = await makeCertificate(gateway)
    await registerCertificate(gateway, merchant, tls)
    const own = openSessions(gateway, merchant)
    const id = await own.open()
    await own.update(id, { sourceOfFunds: cardSource() })
    const accountIdentifier = 'DE02120300000000202051'
    const recipient = { accountIdentifier, dateOfBirth: '1990-01-31', lastName: 'L', postcodeZip: '8010' }
    await own.update(id, { risk: { paymentRecipient: recipient } })
    await own.update(id, { order: { id: 'O1' } })
    const ask = (query: string, door: string, way: object) =>
      send(door, { path: apiPath(`/session/${id}${query}`, { merchant }), ...way })
    const { mtlsUrl } = gateway.listeners
    const withCertificate = { login: null, tls: { cert: tls.cert, key: tls.key } }
    const query = '?responseControls.sensitiveData=UNMASK'
    const clear = await ask(query, mtlsUrl, withCertificate)
    assert.equal(clear.body.sourceOfFunds.provided.card.number, number)
    assert.equal(clear.body.sourceOfFunds.provided.card.securityCode, 'xxx')
    assert.equal(clear.body.risk.paymentRecipient.accountIdentifier, accountIdentifier)
    assert.equal((await ask('', mtlsUrl, withCertificate)).body.sourceOfFunds.provided.card.number, masked)
    assert.equal((await own.retrieve(`${id}${query}`)).body.sourceOfFunds.provided.card.number, masked)
    const lines = await gateway.query<{ action: string; subject: object }>(
      `select action, subject from audit where merchant_id = $1 and actor <> 'tester' order by at, audit_id`,
      [merchant],
    )
    assert.deepEqual(
      lines.map(({ action }) => action),
      ['ACCOUNT_OPENED', 'ACCOUNTS_UNMASKED'],
    )
    assert.ok(!JSON.stringify(lines).includes(id))
  })

  it('are opened again when an update brings an account, with an audit entry, and not otherwise', async () => {
    const { id: merchant } = await boardMerchant(gateway)
    const own = openSessions(gateway, merchant)
    const id = await own.open()
    const opened = async () =>
      (await gateway.query(`select from audit where merchant_id = $1 and action = 'ACCOUNT_OPENED'`, [merchant])).length
    await own.update(id, { sourceOfFunds: cardSource() })
    await own.update(id, card({ securityCode: '101' }))
    await own.update(id, { order: { id: 'O1' } })
    await own.retrieve(id)
    assert.equal(await opened(), 0)
    await own.update(id, card({ number }))
    assert.equal(await opened(), 1)
  })

  it('are masked further where the merchant wants it', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { cardMasking: 'LAST_FOUR' } })
    const own = openSessions(gateway, merchant)
    const id = await own.open()
    const updated = await own.update(id, { sourceOfFunds: cardSource() })
    for (const { body } of [updated, await own.retrieve(id)])
      assert.equal(body.sourceOfFunds.provided.card.number, 'xxxxxxxxxxxx0008')
  })
})
