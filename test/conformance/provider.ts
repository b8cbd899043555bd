// What every adapter of a browser payment provider must do.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gatewayCodes } from '../../src/kernel/gateway-code.ts'
import type { AcquirerRequest, AcquirerResponse } from '../../src/payments/ports/acquirer.ts'
import type { AcquirerBooks, BookEntry } from '../../src/payments/ports/acquirer-books.ts'
import type {
  BrowserPaymentProvider,
  InitiationResult,
  PaymentInitiation,
  ProviderStatus,
} from '../../src/payments/ports/provider.ts'
import { withoutDeadline } from './ask-terms.ts'

export interface ProviderUnderTest {
  readonly provider: BrowserPaymentProvider & AcquirerBooks
  /** What the payer does on the page of a payment. */
  decide(reference: string, decision: 'APPROVE' | 'DECLINE' | 'CANCEL' | 'ABORT' | 'LEAVE'): Promise<unknown>
  /** What the provider needs to know beside the amount. */
  readonly extras: Partial<PaymentInitiation>
  readonly canAuthorize: boolean
  close(): Promise<void>
}

let made = 0

export function newInitiation(differences: Partial<PaymentInitiation> = {}): PaymentInitiation {
  made += 1
  return {
    acquirerMerchantId: 'ACCOUNT1',
    reference: `browser-${process.pid}-${String(made).padStart(6, '0')}`,
    operation: 'PAY',
    confirmation: 'CONFIRM_AT_PROVIDER',
    amountMinor: 10_00n,
    currency: 'EUR',
    merchantName: 'Corner Shop',
    orderId: `order-${made}`,
    isShippingShown: false,
    isShippingFixed: false,
    returnUrl: 'https://gateway.example/bpui/pp/in/BP-1',
    callbackUrl: 'https://gateway.example/bpui/pp/notify/BP-1',
    ...differences,
  }
}

export function laterQuestion(
  original: PaymentInitiation,
  differences: Partial<AcquirerRequest> & Pick<AcquirerRequest, 'kind'>,
): AcquirerRequest {
  made += 1
  const { acquirerMerchantId, currency, amountMinor, reference } = original
  return {
    reference: `later-${process.pid}-${String(made).padStart(6, '0')}`,
    acquirerMerchantId,
    currency,
    amountMinor,
    details: {},
    original: { reference },
    ...(differences.kind === 'REFUND' && { isAuthorizedFirst: false }),
    ...differences,
  } as AcquirerRequest
}

export function accepted(result: InitiationResult): Extract<InitiationResult, { kind: 'ACCEPTED' }> {
  return result.kind === 'ACCEPTED' ? result : assert.fail(`the provider did not accept it: ${result.kind}`)
}

export function providerConformance(name: string, make: () => Promise<ProviderUnderTest>): void {
  describe(`${name}, as a browser payment provider`, () => {
    let subject: ProviderUnderTest
    before(async () => {
      subject = await make()
    })
    after(() => subject.close())

    const initiation = (differences: Partial<PaymentInitiation> = {}) =>
      newInitiation({ ...subject.extras, ...differences })
    const begin = async (differences: Partial<PaymentInitiation> = {}) => {
      const begun = initiation(differences)
      accepted(await subject.provider.initiate(begun, withoutDeadline))
      return begun
    }
    const pay = async (differences: Partial<PaymentInitiation> = {}) => {
      const begun = await begin(differences)
      await subject.decide(begun.reference, 'APPROVE')
      return begun
    }
    const wordOn = async (about: PaymentInitiation): Promise<ProviderStatus> => {
      const result = await subject.provider.getStatus(about)
      return result.kind === 'FOUND' ? result.status : assert.fail(result.kind)
    }
    const entryOf = async ({
      acquirerMerchantId,
      reference,
    }: Pick<AcquirerRequest, 'acquirerMerchantId' | 'reference'>) => {
      const entries: BookEntry[] = []
      for (let page = await subject.provider.list({ acquirerMerchantId, limit: 50 }); page.length > 0; ) {
        entries.push(...page)
        page = await subject.provider.list({
          acquirerMerchantId,
          afterReference: page.at(-1)?.reference ?? '',
          limit: 50,
        })
      }
      return entries.find((entry) => entry.reference === reference)
    }
    const ask = async (question: AcquirerRequest): Promise<AcquirerResponse> => {
      const result = await subject.provider.ask(question, withoutDeadline)
      return result.kind === 'ANSWERED' ? result.response : assert.fail(result.kind)
    }

    it('can be reached, and reports its payment methods', async () => {
      assert.equal(await subject.provider.isReachable(), true)
      assert.ok(subject.provider.offer.currencies.includes('EUR'))
    })

    it('accepts a payment and waits for the payer', async () => {
      const begun = initiation()
      const { payerUrl, transactionId, date, time } = accepted(await subject.provider.initiate(begun, withoutDeadline))
      assert.ok(URL.canParse(payerUrl) && transactionId)
      assert.match(`${date} ${time}`, /^\d{4} \d{6}$/)
      const { state, response, isFinal, payer } = await wordOn(begun)
      assert.deepEqual([state, response, isFinal, payer], ['OPEN', undefined, false, {}])
      assert.equal((await entryOf(begun))?.standingMinor, 0n)
    })

    it('begins a payment once, however often it is asked', async () => {
      const begun = initiation()
      const results = await Promise.all(
        Array.from({ length: 8 }, () => subject.provider.initiate(begun, withoutDeadline)),
      )
      for (const result of results) assert.deepEqual(result, results[0])
      assert.equal((await entryOf(begun))?.timesAsked, 8)
      await subject.decide(begun.reference, 'APPROVE')
      assert.equal((await entryOf(begun))?.standingMinor, begun.amountMinor)
    })

    it('takes the money when the payer approves, and reports a final success', async () => {
      const begun = await pay()
      const { state, response, isFinal } = await wordOn(begun)
      assert.deepEqual([state, response?.gatewayCode, isFinal], ['OVER', 'APPROVED', true])
      assert.equal(response?.approvedMinor ?? begun.amountMinor, begun.amountMinor)
      const { standingMinor, kind, isApproved } = (await entryOf(begun)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, kind, isApproved], [begun.amountMinor, 'PAY', true])
      const result = await subject.provider.inquire(begun)
      assert.ok(result.kind === 'ANSWERED' && result.response.gatewayCode === 'APPROVED')
    })

    for (const [decision, gatewayCode] of [
      ['DECLINE', 'DECLINED'],
      ['CANCEL', 'CANCELLED'],
      ['ABORT', 'ABORTED'],
    ] as const) {
      it(`takes nothing when it ends with ${gatewayCode}`, async () => {
        const begun = await begin()
        await subject.decide(begun.reference, decision)
        const { state, response, payer } = await wordOn(begun)
        assert.deepEqual([state, response?.gatewayCode, payer], ['OVER', gatewayCode, {}])
        assert.equal(response?.approvedMinor ?? 0n, 0n)
        assert.equal((await entryOf(begun))?.standingMinor, 0n)
        await subject.decide(begun.reference, 'APPROVE')
        assert.equal((await wordOn(begun)).response?.gatewayCode, gatewayCode, 'the first decision stands')
      })
    }

    it('reports a payment in progress', async () => {
      const begun = await begin()
      await subject.decide(begun.reference, 'LEAVE')
      const { state, isFinal } = await wordOn(begun)
      assert.deepEqual([state, isFinal], ['PENDING', false])
      await subject.decide(begun.reference, 'APPROVE')
      assert.equal((await wordOn(begun)).response?.gatewayCode, 'APPROVED')
    })

    it('waits for the merchant where the merchant confirms, and takes the confirmed amount', async () => {
      const begun = await begin({ confirmation: 'CONFIRM_AT_MERCHANT' })
      const confirmation = { ...begun, amountMinor: 12_50n }
      const early = await subject.provider.confirm(confirmation)
      assert.ok(early.kind === 'FOUND' && early.status.state === 'OPEN', 'the payer has not agreed')
      await subject.decide(begun.reference, 'APPROVE')
      assert.equal((await wordOn(begun)).state, 'AGREED')
      assert.equal((await entryOf(begun))?.standingMinor, 0n)
      const results = await Promise.all([1, 2, 3].map(() => subject.provider.confirm(confirmation)))
      for (const result of results) {
        assert.ok(result.kind === 'FOUND')
        assert.deepEqual([result.status.state, result.status.response?.approvedMinor], ['OVER', 12_50n])
      }
      await subject.provider.confirm({ ...begun, amountMinor: 99_00n })
      assert.equal((await entryOf(begun))?.standingMinor, 12_50n, 'the first confirmation stands')
    })

    it('does not know a payment that was never requested', async () => {
      const never = initiation()
      assert.equal((await subject.provider.getStatus(never)).kind, 'NOT_FOUND')
      assert.equal((await subject.provider.confirm(never)).kind, 'NOT_FOUND')
      assert.equal((await subject.provider.inquire(never)).kind, 'NOT_FOUND')
    })

    it('cancels a payment on request, so that the payer can no longer pay', async () => {
      const begun = await begin()
      assert.equal((await subject.provider.reverse(begun)).kind, 'ACKNOWLEDGED')
      assert.equal((await subject.provider.reverse(begun)).kind, 'ACKNOWLEDGED')
      await subject.decide(begun.reference, 'APPROVE')
      const { state, response, isFinal } = await wordOn(begun)
      assert.deepEqual([state, isFinal], ['OVER', true])
      assert.equal(gatewayCodes[response?.gatewayCode ?? 'APPROVED'].result, 'FAILURE')
      assert.equal((await entryOf(begun))?.standingMinor, 0n)
    })

    it('returns the money on request to cancel a payment that was made', async () => {
      const begun = await pay()
      assert.equal((await subject.provider.reverse(begun)).kind, 'ACKNOWLEDGED')
      const { standingMinor, isReversed } = (await entryOf(begun)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, isReversed], [0n, true])
    })

    it('refuses a request whose reversal has overtaken it', async () => {
      const begun = initiation()
      assert.equal((await subject.provider.reverse(begun)).kind, 'ACKNOWLEDGED')
      const result = await subject.provider.initiate(begun, withoutDeadline)
      assert.ok(result.kind === 'DECIDED' && gatewayCodes[result.response.gatewayCode].result === 'FAILURE')
      await subject.decide(begun.reference, 'APPROVE')
      assert.equal((await entryOf(begun))?.standingMinor, 0n)
    })

    it('has one outcome when payer and reversal are concurrent', async () => {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const begun = await begin()
          const [result] = await Promise.all([
            subject.provider.reverse(begun),
            subject.decide(begun.reference, 'APPROVE'),
          ])
          assert.equal(result.kind, 'ACKNOWLEDGED')
          assert.equal((await entryOf(begun))?.standingMinor, 0n)
        }),
      )
    })

    it('refunds in parts, and no more than was paid', async () => {
      const begun = await pay()
      const first = laterQuestion(begun, { kind: 'REFUND', amountMinor: 4_00n })
      assert.equal((await ask(first)).gatewayCode, 'APPROVED')
      assert.deepEqual(await ask(first), await ask(first))
      assert.equal((await ask(laterQuestion(begun, { kind: 'REFUND', amountMinor: 6_00n }))).gatewayCode, 'APPROVED')
      assert.equal((await ask(laterQuestion(begun, { kind: 'REFUND', amountMinor: 1n }))).gatewayCode, 'DECLINED')
      const { standingMinor, originalReference, timesAsked } = (await entryOf(first)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, originalReference, timesAsked], [4_00n, begun.reference, 3])
      assert.equal((await subject.provider.reverse(begun)).kind, 'REFUSED', 'refunds stand on it')
    })

    it('never refunds more than was paid, also with concurrent refunds', async () => {
      const begun = await pay()
      const refunds = Array.from({ length: 6 }, () => laterQuestion(begun, { kind: 'REFUND', amountMinor: 3_00n }))
      const responses = await Promise.all(refunds.map(ask))
      assert.equal(responses.filter(({ gatewayCode }) => gatewayCode === 'APPROVED').length, 3)
    })

    it('executes nothing on a payment that does not exist, is not approved, or is in another currency', async () => {
      const [open, paid] = [await begin(), await pay()]
      for (const question of [
        laterQuestion(initiation(), { kind: 'REFUND' }),
        laterQuestion(open, { kind: 'REFUND' }),
        laterQuestion(paid, { kind: 'REFUND', currency: 'CHF' }),
        laterQuestion(paid, { kind: 'CAPTURE' }),
      ]) {
        const response = await ask(question)
        assert.deepEqual([response.gatewayCode, response.approvedMinor], ['DECLINED', undefined])
        assert.equal((await entryOf(question))?.standingMinor, 0n)
      }
    })

    it('reports an operation that it cannot execute', async () => {
      const paid = await pay()
      const question = laterQuestion(paid, { kind: 'UPDATE_AUTHORIZATION' })
      assert.equal((await ask(question)).gatewayCode, 'NOT_SUPPORTED')
      assert.deepEqual(await subject.provider.closeBatch({ acquirerMerchantId: 'ACCOUNT1' }), { kind: 'NOTHING_OPEN' })
    })

    it('captures what was authorized, in parts, where it can authorize at all', async () => {
      const begun = initiation({ operation: 'AUTHORIZE' })
      const result = await subject.provider.initiate(begun, withoutDeadline)
      if (!subject.canAuthorize) {
        assert.ok(result.kind === 'DECIDED' && result.response.gatewayCode === 'NOT_SUPPORTED')
        return
      }
      await subject.decide(begun.reference, 'APPROVE')
      assert.equal((await wordOn(begun)).response?.gatewayCode, 'APPROVED')
      assert.equal((await ask(laterQuestion(begun, { kind: 'REFUND' }))).gatewayCode, 'DECLINED', 'nothing was taken')
      const capture = laterQuestion(begun, { kind: 'CAPTURE', amountMinor: 6_00n })
      assert.equal((await ask(capture)).gatewayCode, 'APPROVED')
      assert.equal((await ask(laterQuestion(begun, { kind: 'CAPTURE', amountMinor: 5_00n }))).gatewayCode, 'DECLINED')
      assert.equal((await ask(laterQuestion(begun, { kind: 'VOID' }))).gatewayCode, 'DECLINED', 'captured already')
      const undone = laterQuestion(begun, { kind: 'VOID', original: { reference: capture.reference } })
      assert.equal((await ask(undone)).gatewayCode, 'APPROVED')
      const again = laterQuestion(begun, { kind: 'CAPTURE', amountMinor: 10_00n })
      assert.equal((await ask(again)).gatewayCode, 'APPROVED', 'what was undone is reserved again')
      const refund = laterQuestion(begun, { kind: 'REFUND', original: { reference: again.reference } })
      assert.equal((await ask(refund)).gatewayCode, 'APPROVED')
    })

    it('rejects messages without a valid signature', () => {
      const message = { headers: {}, body: Buffer.from('{}'), url: '/bpui/pp/notify/BP-1', now: new Date() }
      assert.equal(subject.provider.isAuthentic(message), false)
    })
  })
}
