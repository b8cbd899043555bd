// Risk rules at work: what they block, what they undo, what they hold back for a review, and who may pass.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { StoreOverloaded } from '../../../src/kernel/failures.ts'
import { reviewOrder } from '../../../src/payments/operations/manual/review-order.ts'
import { reverseOwed } from '../../../src/payments/operations/reversals/reverse-owed.ts'
import { undoRoundsMax, undoTriesMax } from '../../../src/payments/rules/undo-rejected.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import type { RiskRules } from '../../../src/risk/rules/risk-rules.ts'
import {
  authorizeBody,
  captureBody,
  cardSource,
  newOrderId,
  payBody,
  refundBody,
  updateBody,
  verifyBody,
} from '../../support/clients/client.ts'
import {
  booksOf,
  openShop,
  outcome,
  refusal,
  refusalOf,
  type Shop,
  settleEverything,
  totals,
} from '../../support/clients/shop.ts'
import { type AcquirerScript, scriptedAcquirer } from '../../support/faults/scripted-acquirer.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())
afterEach(() => gateway.dependencies.risk.changeOperatorRules(() => noRiskRules, testerStamp()))

async function shopWith(rules: Partial<RiskRules>): Promise<Shop> {
  const { id } = await boardMerchant(gateway, { profile: { risk: { ...noRiskRules, ...rules } } })
  return openShop(gateway, id)
}

const ourBin = (action: 'REJECT' | 'REVIEW') => ({ binRanges: [{ from: '512345', to: '512345', action }] })
const noMatch = (action: 'REJECT' | 'REVIEW') => ({ csc: [{ gatewayCode: 'NO_MATCH', action }] })
const wrongCode = cardSource({ securityCode: '102' })
const blocked = [201, 'FAILURE', 'BLOCKED', 'FAILED']

describe('a rule that rejects before the acquirer is asked', () => {
  const gates: readonly [string, Partial<RiskRules>, object, object][] = [
    ['BIN_RANGE', ourBin('REJECT'), {}, { sourceOfFunds: cardSource({ number: '4508750015741019' }) }],
    [
      'IP_ADDRESS_RANGE',
      { ipRanges: [{ from: '192.0.2.0', to: '192.0.2.99', action: 'REJECT' }] },
      { device: { ipAddress: '192.0.2.7' } },
      { device: { ipAddress: '192.0.2.100' } },
    ],
    [
      'IP_COUNTRY',
      { ipCountries: [{ country: 'DEU', action: 'REJECT' }] },
      { device: { ipAddress: '198.51.100.1' } },
      { device: { ipAddress: '203.0.113.1' } },
    ],
    [
      '3D_SECURE',
      { threeDSecure: [{ result: 'NONE', action: 'REJECT' }] },
      {},
      { '3DSecure': { enrollmentStatus: 'ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' } },
    ],
  ]
  for (const [name, rules, caught, free] of gates) {
    it(`${name}: blocks matching payments, and the acquirer is never called`, async () => {
      const shop = await shopWith(rules)
      const orderId = newOrderId()
      const version = name === '3D_SECURE' ? 50 : 100
      const response = await shop.put(payBody(caught), { orderId, version })
      assert.deepEqual(outcome(response), blocked, response.text)
      const { response: assessment } = response.body.risk
      assert.deepEqual([assessment.gatewayCode, assessment.review.decision], ['REJECTED', 'NOT_REQUIRED'])
      const rejecting = assessment.rule.filter((rule: { recommendation: string }) => rule.recommendation === 'REJECT')
      assert.deepEqual(
        rejecting.map((rule: { name: string; type: string }) => [rule.name, rule.type]),
        [[`MERCHANT_${name}`, 'MERCHANT_RULE']],
      )
      assert.equal(assessment.reversalResult, undefined)
      assert.deepEqual(await booksOf(gateway, orderId), [])

      const passed = await shop.put(payBody(free), { version })
      assert.deepEqual(outcome(passed), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], passed.text)
      assert.equal(passed.body.risk.response.gatewayCode, 'ACCEPTED')
    })
  }

  it('blocks authorizations and verifications too, and shows the verdict in every version', async () => {
    const shop = await shopWith(ourBin('REJECT'))
    for (const version of [15, 29, 30, 50, 100]) {
      for (const body of [authorizeBody(), payBody(), verifyBody()]) {
        const response = await shop.put(body, { version })
        assert.deepEqual(outcome(response), blocked)
        assert.equal(response.body.risk.response.gatewayCode, 'REJECTED')
        const mirror = response.body.response.risk
        assert.deepEqual(mirror, version <= 29 ? response.body.risk.response : undefined, `version ${version}`)
      }
    }
  })

  it('leaves the order free for a payment with another card', async () => {
    const shop = await shopWith(ourBin('REJECT'))
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    const body = payBody({ sourceOfFunds: cardSource({ number: '4508750015741019' }) })
    assert.equal((await shop.put(body, { orderId, transactionId: '2' })).body.order.status, 'CAPTURED')
  })
})

describe('a rule that rejects after the acquirer has approved', () => {
  it('reverses the payment at the acquirer and reports the result', async () => {
    const byAddress = { avs: [{ gatewayCode: 'NO_MATCH', action: 'REJECT' as const }] }
    const billing = { address: { street: 'November St' } }
    for (const [rules, differences] of [
      [noMatch('REJECT'), { sourceOfFunds: wrongCode }],
      [byAddress, { billing }],
    ] as const) {
      const shop = await shopWith(rules)
      for (const body of [payBody(differences), authorizeBody(differences)]) {
        const orderId = newOrderId()
        const response = await shop.put(body, { orderId })
        assert.deepEqual(outcome(response), blocked)
        assert.deepEqual(totals(response), ['FAILED', 0, 0, 0])
        // The response shows what was recorded before the reversal was sent.
        const { gatewayCode, reversalResult } = response.body.risk.response
        assert.deepEqual([gatewayCode, reversalResult], ['REJECTED', undefined])
        const [line] = await booksOf(gateway, orderId)
        assert.deepEqual([line?.is_approved, line?.is_reversed], [true, true])
        assert.equal((await shop.transaction(orderId, '1')).body.risk.response.reversalResult, 'OKAY')
        assert.equal((await shop.put(body, { orderId })).text, response.text)
      }
    }
  })

  it('reports that the acquirer refused to reverse it', async () => {
    const shop = await shopWith(noMatch('REJECT'))
    const order = { amount: '10', currency: 'USD', reference: 'SIM-NO-REVERSAL' }
    const orderId = newOrderId()
    const { body } = await shop.put(payBody({ order, sourceOfFunds: wrongCode }), { orderId })
    assert.equal(body.response.gatewayCode, 'BLOCKED')
    assert.equal((await shop.transaction(orderId, '1')).body.risk.response.reversalResult, 'FAIL')
  })

  it('retries when the acquirer does not answer, and reports the result later', async () => {
    const shop = await shopWith(noMatch('REJECT'))
    const orderId = newOrderId()
    const order = { amount: '10', currency: 'USD', reference: 'SIM-SLOW-REVERSAL-1' }
    const { body } = await shop.put(payBody({ order, sourceOfFunds: wrongCode }), { orderId })
    assert.deepEqual([body.response.gatewayCode, body.risk.response.reversalResult], ['BLOCKED', undefined])
    await settleEverything(gateway)
    const later = await shop.transaction(orderId, '1')
    assert.equal(later.body.risk.response.reversalResult, 'OKAY')
    assert.equal((await booksOf(gateway, orderId))[0]?.is_reversed, true)
    const repeated = await shop.put(payBody({ order, sourceOfFunds: wrongCode }), { orderId })
    assert.deepEqual(repeated.body, body, 'a repeat gives the first answer')
  })

  it('is recorded as reversed once, also by a process whose claim had expired when it finished', async () => {
    const shop = await shopWith(noMatch('REJECT'))
    const key = { merchantId: shop.merchant, orderId: newOrderId(), transactionId: '1' }
    const order = { amount: '10', currency: 'USD', reference: 'SIM-SLOW-REVERSAL-1' }
    await shop.put(payBody({ order, sourceOfFunds: wrongCode }), key)
    const owed = (await gateway.dependencies.store.findOrder(key))?.transactions[0]
    assert.equal(owed?.reversal, 'OWED')
    await settleEverything(gateway)
    const events = () => gateway.query<{ kind: string }>('select kind from events where order_id = $1', [key.orderId])
    const recorded = await events()
    assert.equal(recorded.filter(({ kind }) => kind === 'REVERSAL').length, 1)
    assert.equal((await reverseOwed(owed, gateway.dependencies)).reversal, 'DONE')
    assert.deepEqual(await events(), recorded)
  })

  it('is not answered as "too busy" when it cannot be read once the attempt is recorded: the acquirer may have been called', async (t) => {
    const shop = await shopWith(noMatch('REJECT'))
    const { store, risk } = gateway.dependencies
    const recordAttempt = store.recordAttempt.bind(store)
    t.mock.method(store, 'recordAttempt', async (attempt: Parameters<typeof recordAttempt>[0]) => {
      const recorded = await recordAttempt(attempt)
      t.mock.method(risk, 'operatorRules', () => Promise.reject(new StoreOverloaded('the disk is full')))
      return recorded
    })
    const orderId = newOrderId()
    const response = await shop.put(payBody(), { orderId })
    assert.equal(response.status, 500, response.text)
    t.mock.restoreAll()
    await settleEverything(gateway, shop.merchant)
    assert.equal((await shop.put(payBody(), { orderId })).status, 200, 'the same ids give the truth')
  })

  it('has nothing to reverse when the acquirer declined', async () => {
    const shop = await shopWith(noMatch('REJECT'))
    const sourceOfFunds = cardSource({ securityCode: '102', expiry: { month: '5', year: '39' } })
    const response = await shop.put(payBody({ sourceOfFunds }))
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'FAILED'])
    assert.equal(response.body.risk.response.reversalResult, undefined)
  })
})

describe('a rule that asks for a review', () => {
  for (const [when, rules] of [
    ['before the acquirer', ourBin('REVIEW')],
    ['after it', noMatch('REVIEW')],
  ] as const) {
    it(`${when}: holds the capture back until a reviewer accepts`, async () => {
      const shop = await shopWith(rules)
      const orderId = newOrderId()
      const response = await shop.put(authorizeBody({ sourceOfFunds: wrongCode }), { orderId })
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'AUTHORIZED'])
      const { gatewayCode, review } = response.body.risk.response
      assert.deepEqual([gatewayCode, review.decision], ['REVIEW_REQUIRED', 'PENDING'])
      const early = await shop.put(captureBody(), { orderId, transactionId: '2' })
      assert.deepEqual(refusal(early), refusalOf('apiOperation'))

      const key = { merchantId: shop.merchant, orderId }
      const reviewed = await reviewOrder(
        { key, decision: 'ACCEPTED', userId: 'anna', note: 'known' },
        gateway.dependencies,
      )
      assert.deepEqual(reviewed, { kind: 'REVIEWED', transactionId: '1' })
      const { response: assessment } = (await shop.transaction(orderId, '1')).body.risk
      assert.deepEqual([assessment.gatewayCode, assessment.review.decision], ['REVIEW_REQUIRED', 'ACCEPTED'])
      assert.deepEqual([assessment.review.userId, assessment.review.note], ['anna', 'known'])
      const captured = await shop.put(captureBody(), { orderId, transactionId: '2' })
      assert.deepEqual(totals(captured), ['CAPTURED', 100, 100, 0])
      const twice = await reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, gateway.dependencies)
      assert.equal(twice.kind, 'NOTHING_TO_REVIEW')
    })
  }

  it('reverses what a reviewer rejects, on the order and in the books of the acquirer', async () => {
    const shop = await shopWith(ourBin('REVIEW'))
    for (const [body, undoing] of [
      [authorizeBody(), 'VOID_AUTHORIZATION'],
      [payBody(), 'VOID_PAYMENT'],
    ] as const) {
      const orderId = newOrderId()
      const response = await shop.put(body, { orderId })
      const key = { merchantId: shop.merchant, orderId }
      const reviewed = await reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, gateway.dependencies)
      assert.deepEqual(reviewed, { kind: 'REVIEWED', transactionId: '1', isUndone: true })
      assert.equal((await shop.put(body, { orderId })).text, response.text, 'a repeat gives the first answer')
      const order = await shop.order(orderId)
      assert.deepEqual(totals(order), ['CANCELLED', 0, 0, 0])
      const [first, second] = order.body.transaction
      assert.deepEqual([second.transaction.type, second.gatewayEntryPoint], [undoing, 'AUTO'])
      const { review, reversalResult } = first.risk.response
      assert.deepEqual([review.decision, reversalResult], ['REJECTED', 'OKAY'])
      const late = await shop.put(captureBody(), { orderId, transactionId: '2' })
      assert.deepEqual(refusal(late), refusalOf('apiOperation'))
    }
  })

  it('reverses a rejected authorization also when it was updated meanwhile', async () => {
    const shop = await shopWith(ourBin('REVIEW'))
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    assert.equal((await shop.put(updateBody('150'), { orderId, transactionId: '2' })).body.result, 'SUCCESS')
    const key = { merchantId: shop.merchant, orderId }
    const reviewed = await reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, gateway.dependencies)
    assert.deepEqual(reviewed, { kind: 'REVIEWED', transactionId: '1', isUndone: true })
    assert.deepEqual(totals(await shop.order(orderId)), ['CANCELLED', 0, 0, 0])
  })

  for (const [what, result] of [
    ['was out of reach', { kind: 'NOT_SENT', why: 'the line is down' }],
    ['has said nothing yet', { kind: 'ANSWERED', response: { gatewayCode: 'PENDING' } }],
    ['had trouble', { kind: 'ANSWERED', response: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } }],
  ] as const) {
    it(`keeps reversing what a reviewer rejected while the acquirer ${what}, and does not show it as reversed`, async () => {
      const shop = await shopWith(ourBin('REVIEW'))
      const orderId = newOrderId()
      await shop.put(payBody(), { orderId })
      const key = { merchantId: shop.merchant, orderId }
      const { acquirers } = scriptedAcquirer({ ask: [result] })
      const away = { ...gateway.dependencies, acquirers }
      const reviewed = await reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, away)
      assert.deepEqual(reviewed, { kind: 'REVIEWED', transactionId: '1', isUndone: false })
      const [row] = await gateway.query<{ reversal: string }>(
        `select reversal from transactions where order_id = $1 and transaction_id = '1'`,
        [orderId],
      )
      assert.equal(row?.reversal, 'OWED')
      // The void that was left open never reached this acquirer's books.
      await settleEverything(gateway, shop.merchant)
      const order = await shop.order(orderId)
      assert.deepEqual(totals(order), ['CANCELLED', 0, 0, 0])
      assert.equal(order.body.transaction[0].risk.response.reversalResult, 'OKAY')
    })
  }

  it('refunds what a reviewer rejected when the acquirer refuses the void, and stops at its definite refusal', async () => {
    const shop = await shopWith(ourBin('REVIEW'))
    const declined = { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } } as const
    const approved = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } } as const
    for (const [responses, isUndone, reversal, expected] of [
      [[declined, approved], true, 'DONE', ['REFUNDED', 100, 100, 100]],
      [[declined, declined], false, 'REFUSED', ['CAPTURED', 100, 100, 0]],
    ] as const) {
      const orderId = newOrderId()
      await shop.put(payBody(), { orderId })
      const { acquirers, calls } = scriptedAcquirer({ ask: responses })
      const key = { merchantId: shop.merchant, orderId }
      const reviewed = await reviewOrder(
        { key, decision: 'REJECTED', userId: 'anna' },
        { ...gateway.dependencies, acquirers },
      )
      assert.deepEqual(reviewed, { kind: 'REVIEWED', transactionId: '1', isUndone })
      assert.deepEqual(calls, ['ask', 'ask'])
      assert.deepEqual(totals(await shop.order(orderId)), expected)
      const stored = await gateway.dependencies.store.findOrder(key)
      assert.equal(stored?.transactions[0]?.reversal, reversal)
    }
  })

  const declined = { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } } as const
  const approved = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } } as const
  const failed = { kind: 'ANSWERED', response: { gatewayCode: 'SYSTEM_ERROR' } } as const

  /** A rejected payment and its acquirer, which decides by the script; rounds are those of the job. */
  async function rejectedPayment(script: AcquirerScript) {
    const shop = await shopWith(ourBin('REVIEW'))
    const key = { merchantId: shop.merchant, orderId: newOrderId() }
    await shop.put(payBody(), key)
    const { acquirers, calls } = scriptedAcquirer(script)
    const dependencies = { ...gateway.dependencies, acquirers }
    const find = async (type: string) =>
      (await dependencies.store.findOrder(key))?.transactions.find((each) => each.type === type) ?? assert.fail(type)
    return {
      calls,
      reject: () => reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, dependencies),
      /** The merchant's own, which the acquirer executes without a response. */
      async loseRefund() {
        const body = refundBody('10', { reference: 'SIM-SILENT' })
        const refunded = await shop.put(body, { ...key, transactionId: '2' })
        assert.equal(refunded.body.response.gatewayCode, 'TIMED_OUT')
      },
      round: async (type: 'PAYMENT' | 'REFUND', tries = 1) =>
        (await reverseOwed({ ...(await find(type)), isRepeat: true, tries }, dependencies)).reversal,
      reversalOf: async (type: string) => (await find(type)).reversal,
      order: () => shop.order(key.orderId),
    }
  }

  it('sends no second refund of a rejected payment while the first has no answer', async () => {
    const rejected = await rejectedPayment({
      ask: [declined, { kind: 'NO_ANSWER' }, approved],
      reverse: ['NO_ANSWER', 'ACKNOWLEDGED'],
    })
    assert.deepEqual(await rejected.reject(), { kind: 'REVIEWED', transactionId: '1', isUndone: false })
    assert.equal(await rejected.reversalOf('REFUND'), 'OWED')
    for (let round = 0; round < 3; round += 1) assert.equal(await rejected.round('PAYMENT'), 'OWED')
    assert.deepEqual(rejected.calls, ['ask', 'ask'], 'a void and a refund, and nothing since')
    assert.equal(await rejected.round('REFUND'), 'OWED')
    assert.equal(await rejected.round('PAYMENT'), 'OWED')
    assert.deepEqual(rejected.calls, ['ask', 'ask', 'reverse'])
    assert.equal(await rejected.round('REFUND'), 'DONE')
    assert.equal(await rejected.round('PAYMENT'), 'DONE')
    assert.deepEqual(rejected.calls, ['ask', 'ask', 'reverse', 'reverse', 'ask'])
    assert.deepEqual(totals(await rejected.order()), ['REFUNDED', 100, 100, 100])
  })

  it('leaves a rejected payment to people when the refund without an answer cannot be reversed', async () => {
    const rejected = await rejectedPayment({ ask: [declined, { kind: 'NO_ANSWER' }], reverse: ['REFUSED'] })
    await rejected.reject()
    assert.equal(await rejected.round('REFUND'), 'REFUSED')
    assert.equal(await rejected.round('PAYMENT'), 'REFUSED')
    assert.deepEqual(rejected.calls, ['ask', 'ask', 'reverse'])
  })

  it('sends no refund of a rejected payment while one of the merchant has no answer', async () => {
    const rejected = await rejectedPayment({ ask: [declined, approved], reverse: ['NO_ANSWER', 'ACKNOWLEDGED'] })
    await rejected.loseRefund()
    assert.deepEqual(await rejected.reject(), { kind: 'REVIEWED', transactionId: '1', isUndone: false })
    assert.equal(await rejected.round('REFUND'), 'OWED')
    assert.equal(await rejected.round('PAYMENT'), 'OWED')
    assert.deepEqual(rejected.calls, ['reverse'])
    assert.equal(await rejected.round('REFUND'), 'DONE')
    assert.equal(await rejected.round('PAYMENT'), 'DONE')
    assert.deepEqual(totals(await rejected.order()), ['REFUNDED', 100, 100, 100])
  })

  it('leaves a rejected payment to people when a refund of the merchant without an answer cannot be reversed', async () => {
    const rejected = await rejectedPayment({ reverse: ['REFUSED'] })
    await rejected.loseRefund()
    await rejected.reject()
    assert.equal(await rejected.round('REFUND'), 'REFUSED')
    assert.equal(await rejected.round('PAYMENT'), 'REFUSED')
    assert.deepEqual(rejected.calls, ['reverse'])
  })

  it('reverses a void or a refund that may have been made before it sends another', async () => {
    for (const [ask, isVoid] of [
      [[declined, failed, approved], false],
      [[failed, declined, approved], true],
    ] as const) {
      const rejected = await rejectedPayment({ ask, reverse: ['NO_ANSWER', 'ACKNOWLEDGED'] })
      assert.deepEqual(await rejected.reject(), { kind: 'REVIEWED', transactionId: '1', isUndone: false })
      const sent = rejected.calls.length
      assert.equal(await rejected.round('PAYMENT'), 'OWED')
      assert.deepEqual(rejected.calls.slice(sent), ['reverse'], 'nothing is sent before the reversal is acknowledged')
      assert.equal(await rejected.round('PAYMENT'), 'DONE')
      assert.deepEqual(rejected.calls.slice(sent), ['reverse', 'reverse', ...(isVoid ? ['ask', 'ask'] : ['ask'])])
      assert.deepEqual(totals(await rejected.order()), ['REFUNDED', 100, 100, 100])
    }
  })

  it('stops after many tries, and after many rounds without any, and leaves the payment to people', async () => {
    const away = { kind: 'ANSWERED', response: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } } as const
    const rejected = await rejectedPayment({ ask: Array.from({ length: undoTriesMax }, () => away) })
    await rejected.reject()
    for (let round = 1; round < undoTriesMax; round += 1) assert.equal(await rejected.round('PAYMENT'), 'OWED')
    assert.equal(await rejected.round('PAYMENT'), 'REFUSED')
    assert.equal(rejected.calls.length, undoTriesMax)
    assert.equal(await rejected.reversalOf('PAYMENT'), 'REFUSED')
    const other = await rejectedPayment({ ask: [away] })
    await other.reject()
    assert.equal(await other.round('PAYMENT', undoRoundsMax), 'REFUSED')
    assert.equal(other.calls.length, 1)
  })

  it('adds no failed void to the order while the acquirer cannot be reached', async () => {
    const rejected = await rejectedPayment({ isReachable: [false, false, true], ask: [approved] })
    assert.deepEqual(await rejected.reject(), { kind: 'REVIEWED', transactionId: '1', isUndone: false })
    assert.equal(await rejected.round('PAYMENT'), 'OWED')
    assert.deepEqual(rejected.calls, [])
    assert.equal(await rejected.round('PAYMENT'), 'DONE')
    assert.deepEqual(totals(await rejected.order()), ['CANCELLED', 0, 0, 0])
  })

  it('refunds the rest of a rejected payment of which a part was refunded meanwhile', async () => {
    const shop = await shopWith(ourBin('REVIEW'))
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    await shop.put(refundBody('10'), { orderId, transactionId: '2' })
    const key = { merchantId: shop.merchant, orderId }
    const reviewed = await reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, gateway.dependencies)
    assert.deepEqual(reviewed, { kind: 'REVIEWED', transactionId: '1', isUndone: true })
    const order = await shop.order(orderId)
    assert.deepEqual(totals(order), ['REFUNDED', 100, 100, 100])
    const [first, , last] = order.body.transaction
    assert.deepEqual([last.transaction.type, last.transaction.amount, last.gatewayEntryPoint], ['REFUND', 90, 'AUTO'])
    assert.equal(first.risk.response.reversalResult, 'OKAY')
  })
})

describe('exceptions to risk rules', () => {
  it('a request that bypasses the rules of its merchant, in the field of its version, is let through', async () => {
    const shop = await shopWith(ourBin('REJECT'))
    const newer = await shop.put(payBody({ risk: { bypassMerchantRiskRules: 'ALL' } }), { version: 100 })
    const older = await shop.put(payBody({ action: { bypassMerchantRiskRules: 'ALL' } }), { version: 29 })
    for (const { body, text } of [newer, older]) {
      assert.equal(body.response.gatewayCode, 'APPROVED', text)
      assert.equal(body.risk.response.gatewayCode, 'NOT_CHECKED')
    }
  })

  it('no merchant bypasses the rules of the operator, which are shown separately', async () => {
    await gateway.dependencies.risk.changeOperatorRules(() => ({ ...noRiskRules, ...ourBin('REJECT') }), testerStamp())
    const shop = await shopWith({})
    const orderId = newOrderId()
    const response = await shop.put(payBody({ risk: { bypassMerchantRiskRules: 'ALL' } }), { orderId })
    assert.deepEqual(outcome(response), blocked)
    assert.deepEqual(response.body.risk.response.rule, [
      { name: 'MSO_BIN_RANGE', type: 'MSO_RULE', recommendation: 'REJECT', data: '512345' },
    ])
    assert.deepEqual(await booksOf(gateway, orderId), [])
  })

  it('a capture, a refund and a void are not assessed', async () => {
    const { id, profile } = await boardMerchant(gateway)
    const shop = openShop(gateway, id)
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    const risk = { ...noRiskRules, ...ourBin('REJECT') }
    await gateway.administration.merchants.change(id, () => ({ ...profile, risk }), testerStamp())
    const response = await shop.put(captureBody(), { orderId, transactionId: '2' })
    assert.equal(response.body.result, 'SUCCESS')
    assert.equal(response.body.risk, undefined)
  })
})
