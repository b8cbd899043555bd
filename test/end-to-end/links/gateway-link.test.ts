// The adapter `gateway` against a real sandbox gateway over TLS: what the port asks becomes requests of the API there.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it, type TestContext } from 'node:test'
import { inspect } from 'node:util'
import { type GatewayCode, gatewayCodes } from '../../../src/kernel/gateway-code.ts'
import type { Instrument } from '../../../src/kernel/instrument.ts'
import type { AcquirerRequest, AcquirerResponse, AcquirerResult } from '../../../src/payments/ports/acquirer.ts'
import type { BookEntry } from '../../../src/payments/ports/acquirer-books.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { testCard } from '../../conformance/acquirer-simulator-kit.ts'
import { withoutDeadline } from '../../conformance/ask-terms.ts'
import { eventually } from '../../support/checks/poll.ts'
import { type OpenedTestLink, openTestLink } from '../../support/clients/gateway-link.ts'
import { replaceLinks } from '../../support/faults/replaced-links.ts'
import {
  boardMerchant,
  boardWithAccount,
  makeCertificate,
  registerCertificate,
} from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let link: OpenedTestLink
before(async () => {
  gateway = await sharedGateway()
  link = openTestLink(gateway.listeners.httpsUrl)
})
after(() => link.close())

/** A merchant at the upstream, with batches of its own. */
async function newMerchant(): Promise<string> {
  return (await boardWithAccount(gateway, `UP${randomUUID().slice(0, 8)}`)).id
}

/** One that may move money without a payment. */
async function newPrivilegedMerchant(): Promise<string> {
  const profile = { privileges: ['STANDALONE_CAPTURE', 'STANDALONE_REFUND'] } as const
  return (await boardMerchant(gateway, { profile })).id
}

const newReference = () => randomUUID().replaceAll('-', '')

type Payment = Extract<AcquirerRequest, { kind: 'AUTHORIZE' | 'PAY' }>

function payment(merchantId: string, differences: Partial<Payment> = {}): Payment {
  return {
    kind: 'PAY',
    reference: newReference(),
    acquirerMerchantId: merchantId,
    currency: 'USD',
    amountMinor: 10_00n,
    details: {},
    instrument: testCard('1/39'),
    ...differences,
  }
}

const authorization = (merchantId: string) => payment(merchantId, { kind: 'AUTHORIZE' })

function follow(original: AcquirerRequest, amountMinor = 10_00n) {
  return {
    reference: newReference(),
    initialReference: original.initialReference ?? original.reference,
    acquirerMerchantId: original.acquirerMerchantId,
    currency: original.currency,
    amountMinor,
    details: {},
    original: { reference: original.reference },
  }
}

const capture = (of: AcquirerRequest, amountMinor?: bigint) => ({
  ...follow(of, amountMinor),
  kind: 'CAPTURE' as const,
})
const voiding = (of: AcquirerRequest) => ({ ...follow(of), kind: 'VOID' as const })
const refund = (of: AcquirerRequest, amountMinor?: bigint) => ({
  ...follow(of, amountMinor),
  kind: 'REFUND' as const,
  isAuthorizedFirst: false,
})
const update = (of: AcquirerRequest, amountMinor: bigint) => ({
  ...follow(of, amountMinor),
  kind: 'UPDATE_AUTHORIZATION' as const,
})

async function ask(question: AcquirerRequest, through = link): Promise<AcquirerResponse> {
  const result = await through.acquirer.ask(question, withoutDeadline)
  assert.ok(result.kind === 'ANSWERED', inspect(result))
  return result.response
}

async function approve(question: AcquirerRequest, through = link): Promise<AcquirerResponse> {
  const response = await ask(question, through)
  assert.equal(gatewayCodes[response.gatewayCode].result, 'SUCCESS', inspect(response))
  return response
}

/** The transactions of an order at the upstream: id, type and whether it succeeded. */
async function recorded(merchantId: string, orderId: string): Promise<readonly string[]> {
  const rows = await gateway.query<{ transaction_id: string; type: string; gateway_code: GatewayCode }>(
    'select transaction_id, type, gateway_code from transactions where merchant_id = $1 and order_id = $2 order by recorded_at',
    [merchantId, orderId],
  )
  return rows.map(({ transaction_id, type, gateway_code }) => `${transaction_id} ${type} ${gateway_code}`)
}

describe('a link to an upstream gateway', () => {
  it('is not connected before it is used, and up afterwards', async () => {
    const fresh = openTestLink(gateway.listeners.httpsUrl)
    assert.deepEqual(
      fresh.connections().map(({ name, state, inFlight }) => [name, state, inFlight]),
      [[new URL(gateway.listeners.httpsUrl).host, 'SIGNING_ON', 0]],
    )
    assert.equal(await fresh.acquirer.isReachable(), true)
    assert.equal(fresh.connections()[0]?.state, 'UP')
    await fresh.close()
  })

  it('carries every kind of request, in the oldest and the newest version', async () => {
    for (const apiVersion of [50, 77, 100]) {
      const through = openTestLink(gateway.listeners.httpsUrl, { apiVersion })
      const merchantId = await newPrivilegedMerchant()
      const authorized = authorization(merchantId)
      const { amountMinor: _, ...verification } = payment(merchantId)
      const changed = update(authorized, 15_00n)
      const captured = capture(authorized, 12_00n)
      const refunded = refund(captured, 5_00n)
      const standalone = { ...payment(merchantId), kind: 'STANDALONE_CAPTURE' as const }
      const questions: readonly AcquirerRequest[] = [
        { ...verification, kind: 'VERIFY' },
        payment(merchantId),
        authorized,
        changed,
        captured,
        refunded,
        voiding(refunded),
        voiding(captured),
        { ...standalone, details: { transaction: { authorizationCode: 'A12345' } } },
        { ...payment(merchantId), kind: 'STANDALONE_REFUND' },
      ]
      for (const question of questions) {
        const response = await approve(question, through)
        const movesMoney =
          question.kind !== 'VERIFY' && question.kind !== 'UPDATE_AUTHORIZATION' && question.kind !== 'VOID'
        assert.equal(response.approvedMinor, movesMoney && 'amountMinor' in question ? question.amountMinor : undefined)
        const isSettled = movesMoney && question.kind !== 'AUTHORIZE'
        assert.equal(response.batch !== undefined, isSettled, `batch of ${question.kind}`)
        assert.ok(response.stan && response.receipt && response.transactionId && response.date && response.time)
      }
      assert.deepEqual(await recorded(merchantId, authorized.reference), [
        `${authorized.reference} AUTHORIZATION APPROVED`,
        `${changed.reference} AUTHORIZATION_UPDATE APPROVED`,
        `${captured.reference} CAPTURE APPROVED`,
        `${refunded.reference} REFUND APPROVED`,
        `${questions[6]?.reference} VOID_REFUND APPROVED`,
        `${questions[7]?.reference} VOID_CAPTURE APPROVED`,
      ])
      await through.close()
    }
  })

  it('returns the outcome of each test card', async () => {
    const merchantId = await newMerchant()
    for (const [expiry, gatewayCode] of [
      ['1/39', 'APPROVED'],
      ['5/39', 'DECLINED'],
      ['6/39', 'INSUFFICIENT_FUNDS'],
      ['11/39', 'PENDING'],
      ['12/39', 'APPROVED_PENDING_SETTLEMENT'],
      ['3/38', 'DECLINED_AVS_CSC'],
      ['5/38', 'DEFERRED_TRANSACTION_RECEIVED'],
      ['6/38', 'SYSTEM_ERROR'],
      ['4/27', 'EXPIRED_CARD'],
      ['8/28', 'TIMED_OUT'],
      ['1/37', 'ACQUIRER_SYSTEM_ERROR'],
      ['5/37', 'UNKNOWN'],
    ] as const)
      assert.equal((await ask(payment(merchantId, { instrument: testCard(expiry) }))).gatewayCode, gatewayCode, expiry)
  })

  it('returns the checks of the cardholder', async () => {
    const merchantId = await newMerchant()
    const address = { street: '1 Zulu St', postcodeZip: '1000' }
    const { cardSecurityCode, cardholderVerification, acquirerCode } = await approve(
      payment(merchantId, { details: { billing: { address } } }),
    )
    assert.deepEqual(cardSecurityCode, { acquirerCode: 'M', gatewayCode: 'MATCH' })
    assert.deepEqual(cardholderVerification?.avs, { acquirerCode: 'Z', gatewayCode: 'ZIP_MATCH' })
    assert.equal(acquirerCode, '00')
  })

  it('approves in part where the merchant accepts it', async () => {
    const merchantId = await newMerchant()
    const instrument: Instrument = testCard('7/39')
    const accepted = payment(merchantId, { instrument, details: { order: { acceptPartialAmount: true } } })
    const { gatewayCode, approvedMinor } = await approve(accepted)
    assert.deepEqual([gatewayCode, approvedMinor], ['PARTIALLY_APPROVED', 5_00n])
    assert.equal((await ask(payment(merchantId, { instrument }))).gatewayCode, 'DECLINED')
  })

  it('executes a repeated request once, also when it is concurrent', async () => {
    const merchantId = await newMerchant()
    const question = payment(merchantId)
    const results = await Promise.all(Array.from({ length: 10 }, () => link.acquirer.ask(question, withoutDeadline)))
    for (const result of results) assert.deepEqual(result, results[0])
    assert.deepEqual(await link.acquirer.ask(question, withoutDeadline), results[0])
    assert.deepEqual(await recorded(merchantId, question.reference), [`${question.reference} PAYMENT APPROVED`])
  })

  it('does not take another request under a used reference for a definite failure', async () => {
    const question = payment(await newMerchant())
    await approve(question)
    const other = { ...question, amountMinor: 11_00n }
    assert.deepEqual(await link.acquirer.ask(other, withoutDeadline), { kind: 'NO_ANSWER' })
  })

  it('refuses requests without a target, with the reason', async () => {
    const merchantId = await newMerchant()
    const { gatewayCode, acquirerCode, acquirerMessage } = await ask(capture(authorization(merchantId)))
    assert.deepEqual([gatewayCode, acquirerCode], ['UNSPECIFIED_FAILURE', 'INVALID_REQUEST'])
    assert.match(acquirerMessage ?? '', /^There is no order/)
  })

  it('returns the outcome of a request, without repeating it', async () => {
    const merchantId = await newMerchant()
    const unknown = authorization(merchantId)
    assert.deepEqual(await link.acquirer.inquire(unknown), { kind: 'NOT_FOUND' })
    const result: AcquirerResult = await link.acquirer.ask(unknown, withoutDeadline)
    assert.deepEqual(await link.acquirer.inquire(unknown), result)
    const captured = capture(unknown)
    assert.deepEqual(await link.acquirer.inquire(captured), { kind: 'NOT_FOUND' })
    const captureResult = await link.acquirer.ask(captured, withoutDeadline)
    assert.deepEqual(await link.acquirer.inquire(captured), captureResult)
    const declined = payment(merchantId, { instrument: testCard('5/39') })
    const declinedResult = await link.acquirer.ask(declined, withoutDeadline)
    assert.deepEqual(await link.acquirer.inquire(declined), declinedResult)
  })

  it('reverses by a void under the same id at every repeat', async () => {
    const merchantId = await newMerchant()
    const [paid, authorized] = [payment(merchantId), authorization(merchantId)]
    await approve(paid)
    await approve(authorized)
    const captured = capture(authorized)
    await approve(captured)
    for (const question of [paid, captured, authorized]) {
      for (let turn = 0; turn < 2; turn += 1)
        assert.deepEqual(await link.acquirer.reverse(question), { kind: 'ACKNOWLEDGED' }, question.kind)
      const result = await link.acquirer.inquire(question)
      assert.ok(result.kind === 'ANSWERED' && gatewayCodes[result.response.gatewayCode].result === 'FAILURE')
    }
    assert.deepEqual(await recorded(merchantId, authorized.reference), [
      `${authorized.reference} AUTHORIZATION APPROVED`,
      `${captured.reference} CAPTURE APPROVED`,
      `${captured.reference}-R VOID_CAPTURE APPROVED`,
      `${authorized.reference}-R VOID_AUTHORIZATION APPROVED`,
    ])
  })

  it('reverses by a refund what the upstream has settled', async () => {
    for (const apiVersion of [50, 100]) {
      const through = openTestLink(gateway.listeners.httpsUrl, { apiVersion })
      const merchantId = await newMerchant()
      const paid = payment(merchantId)
      await approve(paid, through)
      assert.equal((await closeSettlementBatch({ merchantId, userId: 'anna' }, gateway.dependencies)).kind, 'CLOSED')
      assert.equal((await ask(voiding(paid), through)).gatewayCode, 'DECLINED', 'it is a decision')
      for (let turn = 0; turn < 2; turn += 1)
        assert.deepEqual(await through.acquirer.reverse(paid), { kind: 'ACKNOWLEDGED' })
      assert.deepEqual(await recorded(merchantId, paid.reference), [
        `${paid.reference} PAYMENT APPROVED`,
        `${paid.reference}-RF REFUND APPROVED`,
      ])
      await through.close()
    }
  })

  it('acknowledges the reversal of a request that failed or moved nothing, and does not know one that never arrived', async () => {
    const merchantId = await newMerchant()
    const declined = payment(merchantId, { instrument: testCard('5/39') })
    await ask(declined)
    const { amountMinor: _, ...rest } = payment(merchantId)
    const verified = { ...rest, kind: 'VERIFY' as const }
    await approve(verified)
    for (const question of [declined, verified]) {
      assert.deepEqual(await link.acquirer.reverse(question), { kind: 'ACKNOWLEDGED' })
      assert.equal((await recorded(merchantId, question.reference)).length, 1)
    }
    const authorized = authorization(merchantId)
    assert.deepEqual(await link.acquirer.reverse(authorized), { kind: 'UNKNOWN_REFERENCE' })
    await approve(authorized)
    assert.deepEqual(await link.acquirer.reverse(capture(authorized)), { kind: 'UNKNOWN_REFERENCE' })
  })

  it('refuses to reverse what the API cannot undo, and leaves open outcomes open', async () => {
    const merchantId = await newMerchant()
    const authorized = authorization(merchantId)
    await approve(authorized)
    const changed = update(authorized, 15_00n)
    await approve(changed)
    assert.deepEqual(await link.acquirer.reverse(changed), { kind: 'REFUSED' })
    const captured = capture(authorized)
    await approve(captured)
    assert.deepEqual(await link.acquirer.reverse(authorized), { kind: 'REFUSED' }, 'it was captured')
    const open = payment(merchantId, { instrument: testCard('5/37') })
    await ask(open)
    assert.deepEqual(await link.acquirer.reverse(open), { kind: 'NO_ANSWER' })
  })

  it('sends nothing after the deadline', async () => {
    const question = payment(await newMerchant())
    const result = await link.acquirer.ask(question, { sendBefore: performance.now() })
    assert.equal(result.kind, 'NOT_SENT')
    assert.deepEqual(await link.acquirer.inquire(question), { kind: 'NOT_FOUND' })
    assert.equal(link.connections()[0]?.state, 'UP')
  })

  it('closes the open batch at the upstream, which reports no totals', async () => {
    const { id: acquirerMerchantId } = await boardWithAccount(gateway, 'UPSTREAM1')
    const { batch: number = 0 } = await approve(payment(acquirerMerchantId))
    const total = { currency: 'USD', capturedCount: 1, capturedMinor: 1_00n, refundedCount: 0, refundedMinor: 0n }
    const batch = { number, count: async () => [total], async *transactions() {}, save: async () => true }
    const { acquirer } = link
    assert.deepEqual(await acquirer.closeBatch({ acquirerMerchantId, batch }), { kind: 'CLOSED', batch: number })
    assert.deepEqual(await acquirer.closeBatch({ acquirerMerchantId, batch }), { kind: 'NOTHING_OPEN' })
    assert.deepEqual(await acquirer.closeBatch({ acquirerMerchantId }), { kind: 'NOTHING_OPEN' })
    const unknown = { ...batch, count: async () => [{ ...total, currency: 'QQQ' }] }
    assert.deepEqual(await acquirer.closeBatch({ acquirerMerchantId, batch: unknown }), { kind: 'REFUSED' })
    const bySchedule = openTestLink(gateway.listeners.httpsUrl, { closesBatches: false })
    assert.equal(bySchedule.acquirer.capabilities.closesBatches, false)
    assert.deepEqual(await bySchedule.acquirer.closeBatch({ acquirerMerchantId, batch }), { kind: 'NOTHING_OPEN' })
  })

  it('is down while the upstream refuses the credentials', async () => {
    const merchantId = await newMerchant()
    const through = openTestLink(gateway.listeners.httpsUrl, { merchantPasswords: `${merchantId}:wrong` })
    const { gatewayCode } = await ask(payment(merchantId), through)
    assert.equal(gatewayCode, 'ACQUIRER_SYSTEM_ERROR')
    assert.equal(through.connections()[0]?.state, 'DOWN')
    assert.match(through.connections()[0]?.reason ?? '', /credentials/)
    assert.deepEqual(
      through.logged.map(({ message }) => message),
      ['the upstream gateway cannot be used'],
    )
    assert.equal(await through.acquirer.isReachable(), false)
    assert.deepEqual(await through.acquirer.inquire(payment(merchantId)), { kind: 'NO_ANSWER' })
    assert.deepEqual(await through.acquirer.reverse(payment(merchantId)), { kind: 'NO_ANSWER' })
    await through.close()
  })

  it('may use a client certificate instead of a password', async () => {
    const merchantId = await newMerchant()
    const certificate = await makeCertificate(gateway)
    await registerCertificate(gateway, merchantId, certificate)
    const { cert, key } = certificate
    const through = openTestLink(gateway.listeners.mtlsUrl, { certificate: cert, key, password: 'not used' })
    await eventually(
      async () => (await ask(payment(merchantId), through)).gatewayCode,
      (code) => code === 'APPROVED',
    )
    await through.close()
  })

  it('lists what the upstream has recorded of a merchant', async () => {
    const merchantId = await newMerchant()
    const authorized = authorization(merchantId)
    const captured = capture(authorized, 6_00n)
    const declined = payment(merchantId, { instrument: testCard('5/39') })
    const reversed = payment(merchantId)
    for (const question of [authorized, captured, declined, reversed]) await ask(question)
    await link.acquirer.reverse(reversed)
    const listed = async () => {
      const entries: BookEntry[] = []
      for (;;) {
        const last = entries.at(-1)?.reference ?? ''
        const page = await link.books.list({ acquirerMerchantId: merchantId, afterReference: last, limit: 3 })
        entries.push(...page)
        if (page.length < 3) return entries
      }
    }
    const expected: readonly BookEntry[] = [
      { ...entry(authorized, 'AUTHORIZE', 10_00n), isApproved: true, isReversed: false },
      {
        ...entry(captured, 'CAPTURE', 6_00n),
        originalReference: authorized.reference,
        isApproved: true,
        isReversed: false,
      },
      { ...entry(declined, 'PAY', 0n), isApproved: false, isReversed: false },
      { ...entry(reversed, 'PAY', 0n), isApproved: true, isReversed: true },
    ]
    const byReference = (a: BookEntry, b: BookEntry) => (a.reference < b.reference ? -1 : 1)
    const seen = await eventually(listed, (entries) => entries.some(({ isReversed }) => isReversed))
    assert.deepEqual(seen, expected.toSorted(byReference))
  })
})

/** The upstream's own acquirer gives these responses first, without executing anything, and then works as usual. */
function upstreamsAcquirer(t: TestContext, ...results: readonly AcquirerResult[]): { readonly left: AcquirerResult[] } {
  const own = gateway.dependencies.acquirers.of({ linkId: 'simulator', revision: 1, adapter: 'simulator' })
  assert.ok(own)
  const left = [...results]
  replaceLinks(t, gateway, {
    simulator: { ...own, ask: async (question, terms) => left.shift() ?? own.ask(question, terms) },
  })
  return { left }
}

const answered = (gatewayCode: GatewayCode): AcquirerResult => ({ kind: 'ANSWERED', response: { gatewayCode } })
const away: AcquirerResult = { kind: 'NOT_SENT', why: 'the line is down' }
const later = { kind: 'NO_ANSWER', isRecorded: true }

describe('a reversal over a link to an upstream gateway whose own acquirer has trouble', () => {
  async function paidAndSettled(): Promise<Payment> {
    const paid = payment(await newMerchant())
    await approve(paid)
    const closed = await closeSettlementBatch(
      { merchantId: paid.acquirerMerchantId, userId: 'anna' },
      gateway.dependencies,
    )
    assert.equal(closed.kind, 'CLOSED')
    return paid
  }
  const idsOf = async ({ acquirerMerchantId, reference }: Payment) =>
    (await recorded(acquirerMerchantId, reference)).map((line) => line.replace(reference, ''))
  const undone = ({ acquirerMerchantId, reference }: Payment) =>
    gateway.query<{ status: string; captured: string; refunded: string }>(
      `select status, total_captured_minor::text as captured, total_refunded_minor::text as refunded
       from orders where merchant_id = $1 and order_id = $2`,
      [acquirerMerchantId, reference],
    )

  it('is sent again under the next id while the acquirer is away, until the void is made', async (t) => {
    const paid = payment(await newMerchant())
    await approve(paid)
    upstreamsAcquirer(t, away, answered('ACQUIRER_SYSTEM_ERROR'))
    for (const expected of [later, later, { kind: 'ACKNOWLEDGED' }, { kind: 'ACKNOWLEDGED' }])
      assert.deepEqual(await link.acquirer.reverse(paid), expected)
    assert.deepEqual(await idsOf(paid), [
      ' PAYMENT APPROVED',
      '-R VOID_PAYMENT ACQUIRER_SYSTEM_ERROR',
      '-R2 VOID_PAYMENT ACQUIRER_SYSTEM_ERROR',
      '-R3 VOID_PAYMENT APPROVED',
    ])
    const result = await link.acquirer.inquire(paid)
    assert.ok(result.kind === 'ANSWERED' && gatewayCodes[result.response.gatewayCode].result === 'FAILURE')
    const listed = await eventually(
      () => link.books.list({ acquirerMerchantId: paid.acquirerMerchantId, limit: 10 }),
      (entries) => entries.length > 0 && entries.every(({ isReversed }) => isReversed),
    )
    assert.deepEqual(
      listed.map(({ reference, standingMinor }) => [reference, standingMinor]),
      [[paid.reference, 0n]],
      'the tries are no requests of their own',
    )
  })

  it('is sent again as a refund where the batch is closed, and refunds once', async (t) => {
    const paid = await paidAndSettled()
    upstreamsAcquirer(t, away, away)
    for (const expected of [later, later, { kind: 'ACKNOWLEDGED' }, { kind: 'ACKNOWLEDGED' }])
      assert.deepEqual(await link.acquirer.reverse(paid), expected)
    assert.deepEqual(await idsOf(paid), [
      ' PAYMENT APPROVED',
      '-RF REFUND ACQUIRER_SYSTEM_ERROR',
      '-RF2 REFUND ACQUIRER_SYSTEM_ERROR',
      '-RF3 REFUND APPROVED',
    ])
    assert.deepEqual(await undone(paid), [{ status: 'REFUNDED', captured: '1000', refunded: '1000' }])
  })

  for (const result of [{ kind: 'NO_ANSWER' }, answered('SYSTEM_ERROR')] as const)
    it(`sends no second refund while the first may have been made, after ${result.kind === 'ANSWERED' ? 'SYSTEM_ERROR' : 'TIMED_OUT'}`, async (t) => {
      const paid = await paidAndSettled()
      const time = { ms: Date.now() }
      const lateArrivalMs = 60_000
      const clock = { now: () => new Date(time.ms) }
      const through = openTestLink(gateway.listeners.httpsUrl, { lateArrivalMs }, clock)
      upstreamsAcquirer(t, result)
      assert.deepEqual(await through.acquirer.reverse(paid), later)
      const first = await idsOf(paid)
      assert.equal(first.length, 2)
      for (let turn = 0; turn < 3; turn += 1)
        assert.deepEqual(await through.acquirer.reverse(paid), { kind: 'NO_ANSWER' })
      assert.deepEqual(await idsOf(paid), first, 'nothing was sent')
      time.ms += lateArrivalMs + 60_000
      assert.deepEqual(await through.acquirer.reverse(paid), { kind: 'ACKNOWLEDGED' })
      assert.deepEqual(await idsOf(paid), [...first, '-RF2 REFUND APPROVED'])
      assert.deepEqual(await undone(paid), [{ status: 'REFUNDED', captured: '1000', refunded: '1000' }])
      await through.close()
    })

  it('sends nothing while the outcome of the first is unknown there', async (t) => {
    const paid = await paidAndSettled()
    const { left } = upstreamsAcquirer(t, answered('UNKNOWN'))
    assert.deepEqual(await link.acquirer.reverse(paid), later)
    for (let turn = 0; turn < 3; turn += 1) assert.deepEqual(await link.acquirer.reverse(paid), { kind: 'NO_ANSWER' })
    assert.equal(left.length, 0)
    assert.deepEqual(await idsOf(paid), [' PAYMENT APPROVED', '-RF REFUND UNKNOWN'])
  })

  it('tries a void again a few times when no reason is given, and then refunds', async (t) => {
    const paid = payment(await newMerchant())
    await approve(paid)
    upstreamsAcquirer(t, ...Array.from({ length: 3 }, () => answered('UNSPECIFIED_FAILURE')))
    for (const expected of [later, later, { kind: 'ACKNOWLEDGED' }])
      assert.deepEqual(await link.acquirer.reverse(paid), expected)
    assert.deepEqual((await idsOf(paid)).at(-1), '-RF REFUND APPROVED')
  })

  it('is refused when the acquirer decides against the void and the refund', async (t) => {
    const paid = payment(await newMerchant())
    await approve(paid)
    upstreamsAcquirer(t, answered('DECLINED'), answered('DECLINED'))
    for (let turn = 0; turn < 2; turn += 1) assert.deepEqual(await link.acquirer.reverse(paid), { kind: 'REFUSED' })
    assert.deepEqual(await idsOf(paid), [' PAYMENT APPROVED', '-R VOID_PAYMENT DECLINED', '-RF REFUND DECLINED'])
  })
})

function entry({ reference }: AcquirerRequest, kind: BookEntry['kind'], standingMinor: bigint) {
  return { reference, kind, currency: 'USD', standingMinor, timesAsked: 1 }
}
