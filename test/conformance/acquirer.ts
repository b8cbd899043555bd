// What every acquirer adapter must do, whoever is at the other end, and what each must do that promises more. The gateway's
// promises about money rest on it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gatewayCodes } from '../../src/domain/payments/gateway-code.ts'
import type { Instrument } from '../../src/domain/payments/instrument.ts'
import type {
  Acquirer,
  AcquirerReply,
  AcquirerRequest,
  AcquirerResponse,
  InquiryReply,
} from '../../src/ports/acquirers/acquirer.ts'
import type { AcquirerBooks, BookEntry } from '../../src/ports/acquirers/acquirer-books.ts'
import { withoutDeadline } from './ask-terms.ts'

export interface AcquirerUnderTest {
  readonly acquirer: Acquirer & AcquirerBooks
  /** Test data whose outcome the acquirer has promised. */
  readonly instruments: {
    readonly approved: Instrument
    readonly declined: Instrument
    /** Approved for half of any even amount. */
    readonly approvedInPart: Instrument
    /** Acted upon, but the answer never comes. */
    readonly silent: Instrument
    /** Open at first, approved when asked about. */
    readonly open: Instrument
  }
  /** A merchant that the acquirer has nothing of yet. */
  newMerchant(): string
  close(): Promise<void>
}

type Payment = Extract<AcquirerRequest, { kind: 'AUTHORIZE' | 'PAY' }>

let made = 0
const newReference = () => {
  made += 1
  return `conformance-${process.pid}-${String(made).padStart(6, '0')}`
}

export function acquirerConformance(name: string, make: () => Promise<AcquirerUnderTest>): void {
  describe(`${name}, as an acquirer`, () => {
    let subject: AcquirerUnderTest
    before(async () => {
      subject = await make()
    })
    after(() => subject.close())

    const asked = (merchant: string) => ({
      reference: newReference(),
      acquirerMerchantId: merchant,
      currency: 'USD',
      amountMinor: 10_00n,
      details: {},
    })
    const payment = (merchant: string, differences: Partial<Payment> = {}) => ({
      ...asked(merchant),
      kind: 'PAY' as const,
      instrument: subject.instruments.approved,
      ...differences,
    })
    const authorization = (merchant: string) => ({ ...payment(merchant), kind: 'AUTHORIZE' as const })
    const about = ({ reference, acquirerMerchantId, currency }: AcquirerRequest) => ({
      ...asked(acquirerMerchantId),
      currency,
      original: { reference },
    })
    const capture = (original: AcquirerRequest, amountMinor = 10_00n) => ({
      ...about(original),
      kind: 'CAPTURE' as const,
      amountMinor,
    })
    const refund = (original: AcquirerRequest, amountMinor = 10_00n) => ({
      ...about(original),
      kind: 'REFUND' as const,
      isAuthorizedFirst: false,
      amountMinor,
    })
    const voiding = (original: AcquirerRequest, batch?: number) => ({
      ...about(original),
      kind: 'VOID' as const,
      ...(batch !== undefined && { batch }),
    })
    const approve = async (question: AcquirerRequest): Promise<AcquirerResponse> => {
      const answer = answered(await subject.acquirer.ask(question, withoutDeadline))
      assert.equal(gatewayCodes[answer.gatewayCode].result, 'SUCCESS', JSON.stringify(answer.gatewayCode))
      return answer
    }
    const refuse = async (question: AcquirerRequest): Promise<AcquirerResponse> => {
      const answer = answered(await subject.acquirer.ask(question, withoutDeadline))
      assert.equal(gatewayCodes[answer.gatewayCode].result, 'FAILURE', JSON.stringify(answer.gatewayCode))
      assert.ok(answer.authorizationCode === undefined && !answer.approvedMinor && answer.batch === undefined)
      return answer
    }
    const entryOf = async ({ acquirerMerchantId, reference }: AcquirerRequest): Promise<BookEntry | undefined> =>
      (await subject.acquirer.list({ acquirerMerchantId, limit: 1000 })).find((entry) => entry.reference === reference)

    it('can be reached', async () => {
      assert.equal(await subject.acquirer.isReachable(), true)
    })

    it('verifies an account without moving money', async () => {
      const { amountMinor: _, ...rest } = payment(subject.newMerchant())
      const question = { ...rest, kind: 'VERIFY' as const }
      const answer = await approve(question)
      assert.equal(answer.approvedMinor, undefined)
      const { standingMinor, isApproved } = (await entryOf(question)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, isApproved], [0n, true])
    })

    it('approves a payment and says in which batch it will be settled', async () => {
      const question = payment(subject.newMerchant())
      const answer = await approve(question)
      assert.equal(answer.approvedMinor ?? question.amountMinor, question.amountMinor)
      assert.ok(Number.isSafeInteger(answer.batch))
      assert.ok(answer.authorizationCode && answer.stan)
      assert.equal((await entryOf(question))?.standingMinor, question.amountMinor)
    })

    it('declines without keeping money', async () => {
      const question = payment(subject.newMerchant(), { instrument: subject.instruments.declined })
      await refuse(question)
      const { standingMinor, isApproved } = (await entryOf(question)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, isApproved], [0n, false])
    })

    it('may approve a part, and then says how much', async () => {
      const question = payment(subject.newMerchant(), { instrument: subject.instruments.approvedInPart })
      const answer = await approve(question)
      assert.deepEqual([answer.gatewayCode, answer.approvedMinor], ['PARTIALLY_APPROVED', 5_00n])
      assert.equal((await entryOf(question))?.standingMinor, 5_00n)
    })

    it('gives the same answer to the same reference and acts once', async () => {
      const question = payment(subject.newMerchant())
      const first = await subject.acquirer.ask(question, withoutDeadline)
      assert.deepEqual(await subject.acquirer.ask(question, withoutDeadline), first)
      const { standingMinor, timesAsked } = (await entryOf(question)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, timesAsked], [question.amountMinor, 2])
    })

    it('acts once also when a reference arrives many times at once', async () => {
      const question = payment(subject.newMerchant())
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => subject.acquirer.ask(question, withoutDeadline)),
      )
      for (const reply of replies) assert.deepEqual(reply, replies[0])
      const { standingMinor, timesAsked } = (await entryOf(question)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, timesAsked], [question.amountMinor, 20])
    })

    it('answers each of many payments that arrive together', async () => {
      const merchants = [subject.newMerchant(), subject.newMerchant()]
      const questions = Array.from({ length: 300 }, (_, index) =>
        payment(merchants[index % 2] ?? '', { amountMinor: BigInt(index + 1) }),
      )
      const replies = await Promise.all(questions.map((question) => subject.acquirer.ask(question, withoutDeadline)))
      for (const [index, reply] of replies.entries()) {
        assert.equal(answered(reply).approvedMinor ?? BigInt(index + 1), BigInt(index + 1))
      }
      assert.equal(new Set(replies.map((reply) => answered(reply).transactionId)).size, questions.length)
    })

    it('captures what was authorized and refunds what was captured', async () => {
      const original = authorization(subject.newMerchant())
      assert.equal((await approve(original)).batch, undefined, 'nothing of an authorization is settled')
      const captured = capture(original, 6_00n)
      assert.ok((await approve(captured)).batch)
      const refunded = refund(captured, 2_00n)
      assert.ok((await approve(refunded)).batch)
      const { standingMinor, originalReference } = (await entryOf(refunded)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, originalReference], [2_00n, captured.reference])
    })

    it('changes an authorization', async () => {
      const original = authorization(subject.newMerchant())
      await approve(original)
      const change = { ...capture(original, 15_00n), kind: 'UPDATE_AUTHORIZATION' as const }
      assert.equal((await approve(change)).batch, undefined)
      await approve(capture(original, 15_00n))
    })

    it('takes and gives money without an original', async () => {
      const merchant = subject.newMerchant()
      await approve({ ...payment(merchant), kind: 'STANDALONE_CAPTURE' })
      await approve({ ...payment(merchant, { amountMinor: 3_00n }), kind: 'STANDALONE_REFUND' })
      const closed = await subject.acquirer.closeBatch({ acquirerMerchantId: merchant })
      assert.ok(closed.kind === 'closed')
      assert.deepEqual(closed.totals, [{ currency: 'USD', capturedMinor: 10_00n, refundedMinor: 3_00n, count: 2 }])
    })

    it('refuses later requests on what it does not know, has declined or has given up', async () => {
      const merchant = subject.newMerchant()
      const unknown = authorization(merchant)
      const declined = { ...authorization(merchant), instrument: subject.instruments.declined }
      const voided = authorization(merchant)
      const reversed = authorization(merchant)
      await refuse(declined)
      await approve(voided)
      await approve(voiding(voided))
      await approve(reversed)
      await subject.acquirer.reverse(reversed)
      for (const original of [unknown, declined, voided, reversed]) {
        await refuse(capture(original))
        await refuse(voiding(original))
        await refuse(refund(original))
        await refuse({ ...capture(original), kind: 'UPDATE_AUTHORIZATION' })
      }
    })

    it('refuses to void an authorization under its capture, or a payment under its refund', async () => {
      const merchant = subject.newMerchant()
      const original = authorization(merchant)
      const captured = capture(original)
      const refunded = refund(captured)
      for (const question of [original, captured, refunded]) await approve(question)
      await refuse(voiding(original))
      await refuse(voiding(captured))
      for (const question of [refunded, captured, original]) await approve(voiding(question))
    })

    it('lets either a capture or a void have an authorization, never both', async () => {
      const merchant = subject.newMerchant()
      const originals = Array.from({ length: 20 }, () => authorization(merchant))
      await Promise.all(originals.map(approve))
      const pairs = await Promise.all(
        originals.map((original) =>
          Promise.all([
            subject.acquirer.ask(capture(original), withoutDeadline),
            subject.acquirer.ask(voiding(original), withoutDeadline),
          ]),
        ),
      )
      for (const pair of pairs) {
        const approvals = pair.filter((reply) => answered(reply).gatewayCode === 'APPROVED')
        assert.equal(approvals.length, 1)
      }
    })

    it('settles a batch with what stands in it, and voids nothing of it any more', async () => {
      const merchant = subject.newMerchant()
      assert.deepEqual(await subject.acquirer.closeBatch({ acquirerMerchantId: merchant }), { kind: 'nothingOpen' })
      const kept = payment(merchant)
      const inEuro = payment(merchant, { currency: 'EUR', amountMinor: 7_00n })
      const voided = payment(merchant)
      const reversed = payment(merchant)
      const { batch } = await approve(kept)
      await approve(inEuro)
      await approve(voided)
      await approve(voiding(voided, batch))
      await approve(reversed)
      await subject.acquirer.reverse(reversed)
      await approve(refund(kept, 4_00n))

      assert.deepEqual(await subject.acquirer.closeBatch({ acquirerMerchantId: merchant }), {
        kind: 'closed',
        batch,
        totals: [
          { currency: 'EUR', capturedMinor: 7_00n, refundedMinor: 0n, count: 1 },
          { currency: 'USD', capturedMinor: 10_00n, refundedMinor: 4_00n, count: 2 },
        ],
      })
      assert.deepEqual(await subject.acquirer.closeBatch({ acquirerMerchantId: merchant }), { kind: 'nothingOpen' })
      await refuse(voiding(inEuro, batch))
      await refuse(voiding(inEuro))
      assert.equal((await subject.acquirer.reverse(inEuro)).kind, 'refused')
      const next = await approve(refund(kept, 1_00n))
      assert.ok((next.batch ?? 0) > (batch ?? 0), 'the next batch has a higher number')
    })

    it('refuses a void that names a batch closed meanwhile', async () => {
      const merchant = subject.newMerchant()
      const { batch } = await approve(payment(merchant))
      await subject.acquirer.closeBatch({ acquirerMerchantId: merchant })
      const original = authorization(merchant)
      await approve(original)
      await refuse(voiding(original, batch))
      await approve(voiding(original))
    })

    it('settles every payment exactly once when batches are closed under load', async () => {
      const merchant = subject.newMerchant()
      const paying = Promise.all(Array.from({ length: 8 }, () => payInTurn(merchant, 25)))
      let isPaying = true
      void paying.finally(() => {
        isPaying = false
      })
      let settledMinor = 0n
      const settle = async () => {
        const reply = await subject.acquirer.closeBatch({ acquirerMerchantId: merchant })
        if (reply.kind === 'closed') for (const { capturedMinor } of reply.totals) settledMinor += capturedMinor
      }
      while (isPaying) await settle()
      await paying
      await settle()
      assert.equal(settledMinor, 8n * 25n * 10_00n)
    })

    it('undoes what is reversed and will hear nothing more of it', async () => {
      const question = payment(subject.newMerchant())
      await approve(question)
      assert.deepEqual(await subject.acquirer.reverse(question), { kind: 'acknowledged' })
      assert.deepEqual(await subject.acquirer.reverse(question), { kind: 'acknowledged' })
      const { standingMinor, isReversed } = (await entryOf(question)) ?? assert.fail('not in the books')
      assert.deepEqual([standingMinor, isReversed], [0n, true])
      await refuse(question)
      assertFailed(await subject.acquirer.inquire(question))
    })

    it('tells a failure of every kind of request that was reversed', async () => {
      const merchant = subject.newMerchant()
      const [paid, authorized, voided] = [payment(merchant), authorization(merchant), authorization(merchant)]
      const reversed = [
        payment(merchant),
        authorization(merchant),
        capture(authorized),
        { ...capture(authorized, 15_00n), kind: 'UPDATE_AUTHORIZATION' as const },
        refund(paid),
        voiding(voided),
      ]
      for (const question of [paid, authorized, voided, ...reversed]) await approve(question)
      for (const question of reversed) {
        assert.deepEqual(await subject.acquirer.reverse(question), { kind: 'acknowledged' }, question.kind)
        assertFailed(await subject.acquirer.inquire(question))
        assert.equal((await entryOf(question))?.standingMinor, 0n, question.kind)
      }
    })

    it('refuses a request whose reversal came first, if it holds early reversals, and otherwise says that it does not know it', async () => {
      const { holdsEarlyReversals } = subject.acquirer.capabilities
      const original = authorization(subject.newMerchant())
      await approve(original)
      for (const question of [payment(original.acquirerMerchantId), capture(original)]) {
        const kind = holdsEarlyReversals ? 'acknowledged' : 'unknownReference'
        for (let turn = 0; turn < 2; turn += 1)
          assert.deepEqual(await subject.acquirer.reverse(question), { kind }, question.kind)
        if (holdsEarlyReversals) {
          assertFailed(await subject.acquirer.inquire(question))
          await refuse(question)
          assertFailed(await subject.acquirer.inquire(question))
        } else {
          assert.deepEqual(await subject.acquirer.inquire(question), { kind: 'notFound' })
          await approve(question)
        }
        assert.equal((await entryOf(question))?.standingMinor, holdsEarlyReversals ? 0n : question.amountMinor)
        // By now it has heard of it, whichever kind of acquirer it is.
        assert.deepEqual(await subject.acquirer.reverse(question), { kind: 'acknowledged' })
        assert.equal((await entryOf(question))?.standingMinor, 0n)
      }
    })

    it('keeps no money when request and reversal meet, unless it said that it did not know the request', async () => {
      const merchant = subject.newMerchant()
      const questions = Array.from({ length: 50 }, () => payment(merchant))
      const met = await Promise.all(
        questions.map(async (question) => {
          const [, { kind }] = await Promise.all([
            subject.acquirer.ask(question, withoutDeadline),
            subject.acquirer.reverse(question),
          ])
          return { question, kind }
        }),
      )
      for (const { question, kind } of met) {
        const { standingMinor, isReversed } = (await entryOf(question)) ?? assert.fail('not in the books')
        const isUnheard = kind === 'unknownReference' && !subject.acquirer.capabilities.holdsEarlyReversals
        assert.equal(kind, isUnheard ? 'unknownReference' : 'acknowledged')
        assert.deepEqual([standingMinor, isReversed], isUnheard ? [question.amountMinor, false] : [0n, true])
      }
    })

    it('brings back what a reversed void had undone', async () => {
      const original = authorization(subject.newMerchant())
      const undone = voiding(original)
      await approve(original)
      await approve(undone)
      assert.deepEqual(await subject.acquirer.reverse(undone), { kind: 'acknowledged' })
      await approve(capture(original))
    })

    it('sends nothing when the time for it has passed', async () => {
      const original = authorization(subject.newMerchant())
      await approve(original)
      for (const question of [payment(original.acquirerMerchantId), capture(original)]) {
        const reply = await subject.acquirer.ask(question, { sendBefore: performance.now() })
        assert.equal(reply.kind, 'notSent')
        assert.deepEqual(await subject.acquirer.inquire(question), { kind: 'notFound' })
        assert.equal(await entryOf(question), undefined)
      }
    })

    it('tells what became of a request, without repeating it', async () => {
      const question = payment(subject.newMerchant())
      assert.deepEqual(await subject.acquirer.inquire(question), { kind: 'notFound' })
      const reply = await subject.acquirer.ask(question, withoutDeadline)
      assert.deepEqual(await subject.acquirer.inquire(question), reply)
      assert.equal((await entryOf(question))?.timesAsked, 1)
    })

    it('says nothing about a silent request, but knows its fate and can reverse it', async () => {
      const question = payment(subject.newMerchant(), { instrument: subject.instruments.silent })
      assert.deepEqual(await subject.acquirer.ask(question, withoutDeadline), { kind: 'noAnswer' })
      const fate = await subject.acquirer.inquire(question)
      assert.ok(fate.kind === 'answered' && fate.answer.gatewayCode === 'APPROVED')
      assert.deepEqual(await subject.acquirer.reverse(question), { kind: 'acknowledged' })
      assert.equal((await entryOf(question))?.standingMinor, 0n)
    })

    it('lets an open outcome be learned later', async () => {
      const question = payment(subject.newMerchant(), { instrument: subject.instruments.open })
      const { gatewayCode } = answered(await subject.acquirer.ask(question, withoutDeadline))
      assert.ok(gatewayCodes[gatewayCode].isOpen)
      const fate = await subject.acquirer.inquire(question)
      assert.ok(fate.kind === 'answered' && fate.answer.gatewayCode === 'APPROVED')
    })

    it('lists its books page by page', async () => {
      const merchant = subject.newMerchant()
      const questions = Array.from({ length: 5 }, () => payment(merchant))
      for (const question of questions) await approve(question)
      const listed: string[] = []
      for (;;) {
        const last = listed.at(-1)
        const page = await subject.acquirer.list({
          acquirerMerchantId: merchant,
          limit: 2,
          ...(last !== undefined && { afterReference: last }),
        })
        listed.push(...page.map(({ reference }) => reference))
        if (page.length < 2) break
      }
      assert.deepEqual(
        listed,
        questions.map(({ reference }) => reference),
      )
    })

    async function payInTurn(merchant: string, times: number): Promise<void> {
      for (let turn = 0; turn < times; turn += 1) await approve(payment(merchant))
    }
  })
}

function answered(reply: AcquirerReply): AcquirerResponse {
  assert.ok(reply.kind === 'answered', `expected an answer, got ${reply.kind}`)
  return reply.answer
}

function assertFailed(fate: InquiryReply): void {
  const code = fate.kind === 'answered' ? fate.answer.gatewayCode : undefined
  assert.ok(code && gatewayCodes[code].result === 'FAILURE', `expected a failure, got ${code ?? fate.kind}`)
}
