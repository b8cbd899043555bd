// The judgement of every response of an acquirer, for every kind of transaction.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { type TransactionType, transactionTypes } from '../../kernel/transaction-type.ts'
import type { RiskVerdict } from '../../risk/rules/risk.ts'
import { isPlausibleResponse, judgeResult, type ResultSummary, timeoutPolicyFor } from './judgement.ts'

const amountMinor = 100n
const verdicts: readonly (RiskVerdict | undefined)[] = [
  'ACCEPTED',
  'NOT_CHECKED',
  'REJECTED',
  'REVIEW_REQUIRED',
  undefined,
]
const codes = Object.keys(gatewayCodes) as GatewayCode[]
/** Codes that only the gateway may use; from an acquirer they mean nothing. */
const impossible: readonly GatewayCode[] = ['APPROVED_AUTO', 'BLOCKED', 'LOCK_FAILURE', 'SUBMITTED']
const moneyMovers: readonly TransactionType[] = ['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND']
/** What an acquirer may approve in part. */
const openings: readonly TransactionType[] = ['AUTHORIZATION', 'PAYMENT']
const askedAfter: readonly TransactionType[] = [
  'AUTHORIZATION_UPDATE',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
]

interface Circumstances {
  readonly type: TransactionType
  readonly acceptsPartialAmount?: boolean
  readonly verdict?: RiskVerdict | undefined
}

function judged(result: ResultSummary, { type, acceptsPartialAmount = false, verdict }: Circumstances) {
  const assessment = verdict && { verdict, rules: [] }
  return judgeResult(result, {
    type,
    amountMinor,
    acceptsPartialAmount,
    assessment,
    afterSilence: timeoutPolicyFor({ type }),
  })
}

function everyCase(look: (circumstances: Required<Circumstances>) => void): void {
  for (const type of transactionTypes) {
    for (const verdict of verdicts) {
      for (const acceptsPartialAmount of [true, false]) look({ type, verdict, acceptsPartialAmount })
    }
  }
}

const asAsked = { amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }

/** The rule in words: silence first, then risk, then how much was approved. */
function expected(gatewayCode: GatewayCode, { type, verdict, acceptsPartialAmount }: Required<Circumstances>) {
  const movesMoney = moneyMovers.includes(type)
  if (impossible.includes(gatewayCode)) return silence(type)
  // Less than requested is invalid for any transaction but those that open an order.
  if (gatewayCode === 'PARTIALLY_APPROVED' && !openings.includes(type)) return silence(type)
  const isApproved = gatewayCodes[gatewayCode].result === 'SUCCESS' && !gatewayCodes[gatewayCode].isOpen
  if (!isApproved) return { ...asAsked, gatewayCode, owesReversal: gatewayCode === 'TIMED_OUT' && movesMoney }
  if (verdict === 'REJECTED') return { ...asAsked, gatewayCode: 'BLOCKED', owesReversal: movesMoney }
  const isPartial = gatewayCode === 'PARTIALLY_APPROVED'
  if (isPartial && !acceptsPartialAmount) return { ...asAsked, gatewayCode: 'DECLINED', owesReversal: true }
  const awaitsReview = verdict === 'REVIEW_REQUIRED' && movesMoney
  return { gatewayCode, amountMinor: isPartial ? 40n : 100n, isPartial, owesReversal: false, awaitsReview }
}

function silence(type: TransactionType) {
  if (askedAfter.includes(type)) return { ...asAsked, gatewayCode: 'UNKNOWN' }
  return { ...asAsked, gatewayCode: 'TIMED_OUT', owesReversal: moneyMovers.includes(type) }
}

describe("an acquirer's answer", () => {
  for (const gatewayCode of codes) {
    it(`${gatewayCode} is judged as the rule says, for every type, verdict and acceptance of partial amounts`, () => {
      const result = {
        ...({ kind: 'ANSWERED', gatewayCode } as const),
        ...(gatewayCode === 'PARTIALLY_APPROVED' && { approvedMinor: 40n }),
      }
      everyCase((circumstances) => {
        assert.deepEqual(
          judged(result, circumstances),
          expected(gatewayCode, circumstances),
          JSON.stringify(circumstances),
        )
      })
    })
  }

  it('that is impossible counts as no answer', () => {
    const nonsense: readonly ResultSummary[] = [
      { kind: 'ANSWERED', gatewayCode: 'APPROVED', approvedMinor: 101n },
      { kind: 'ANSWERED', gatewayCode: 'APPROVED', approvedMinor: 99n },
      { kind: 'ANSWERED', gatewayCode: 'DECLINED', approvedMinor: 50n },
      { kind: 'ANSWERED', gatewayCode: 'PARTIALLY_APPROVED' },
      { kind: 'ANSWERED', gatewayCode: 'PARTIALLY_APPROVED', approvedMinor: 0n },
      { kind: 'ANSWERED', gatewayCode: 'PARTIALLY_APPROVED', approvedMinor: -1n },
      { kind: 'ANSWERED', gatewayCode: 'PARTIALLY_APPROVED', approvedMinor: 100n },
      { kind: 'ANSWERED', gatewayCode: 'PARTIALLY_APPROVED', approvedMinor: 1000n },
    ]
    for (const result of nonsense) {
      everyCase((circumstances) => assert.deepEqual(judged(result, circumstances), silence(circumstances.type)))
    }
  })

  it('that approves a part with a fourth decimal counts as no answer, since no answer could show it', () => {
    const approves = (approvedMinor: bigint) =>
      isPlausibleResponse(
        { gatewayCode: 'PARTIALLY_APPROVED', approvedMinor },
        { type: 'PAYMENT', amountMinor: 20_000n, currency: 'CLF' },
      )
    assert.deepEqual([approves(12_340n), approves(12_345n)], [true, false])
  })

  it('may repeat the approved amount', () => {
    const result = { kind: 'ANSWERED', gatewayCode: 'APPROVED', approvedMinor: 100n } as const
    assert.deepEqual(judged(result, { type: 'PAYMENT' }), { ...asAsked, gatewayCode: 'APPROVED' })
  })
})

describe('an acquirer that does not answer', () => {
  it('counts as having declined requests that move money, which are then reversed; a void is inquired about', () => {
    everyCase((circumstances) =>
      assert.deepEqual(judged({ kind: 'NO_ANSWER' }, circumstances), silence(circumstances.type)),
    )
  })

  it('because it never received the request leaves a failure without a reversal', () => {
    everyCase((circumstances) =>
      assert.deepEqual(judged({ kind: 'NOT_SENT' }, circumstances), {
        ...asAsked,
        gatewayCode: 'ACQUIRER_SYSTEM_ERROR',
      }),
    )
  })
})

describe('an advice', () => {
  const advised = (result: ResultSummary, type: TransactionType) =>
    judgeResult(result, {
      type,
      amountMinor,
      acceptsPartialAmount: false,
      assessment: undefined,
      afterSilence: 'REPEAT',
    })

  it('that is not acknowledged stays open and needs no reversal, whatever its type', () => {
    const unacknowledged: readonly ResultSummary[] = [
      { kind: 'NO_ANSWER' },
      { kind: 'ANSWERED', gatewayCode: 'TIMED_OUT' },
      { kind: 'ANSWERED', gatewayCode: 'BLOCKED' },
      { kind: 'ANSWERED', gatewayCode: 'APPROVED', approvedMinor: 99n },
    ]
    for (const type of transactionTypes)
      for (const result of unacknowledged)
        assert.deepEqual(advised(result, type), { ...asAsked, gatewayCode: 'UNKNOWN' }, `${type} ${result.kind}`)
  })

  it("that is acknowledged has the acquirer's outcome", () => {
    for (const gatewayCode of ['APPROVED', 'DECLINED'] as const)
      assert.deepEqual(advised({ kind: 'ANSWERED', gatewayCode }, 'CAPTURE'), { ...asAsked, gatewayCode })
  })
})

describe('an outcome that operators record', () => {
  it('stands without a reversal; a payment that a rule held back still waits for its review', () => {
    for (const gatewayCode of ['APPROVED', 'ACQUIRER_SYSTEM_ERROR', 'TIMED_OUT'] as const) {
      everyCase((circumstances) => {
        const { type, verdict } = circumstances
        const awaitsReview = gatewayCode === 'APPROVED' && verdict === 'REVIEW_REQUIRED' && moneyMovers.includes(type)
        const result = { kind: 'RESOLVED_MANUALLY', gatewayCode } as const
        assert.deepEqual(judged(result, circumstances), { ...asAsked, gatewayCode, awaitsReview })
      })
    }
  })
})

describe('an outcome without an acquirer', () => {
  it('stands without a reversal', () => {
    for (const gatewayCode of ['BLOCKED', 'APPROVED_AUTO', 'APPROVED'] as const) {
      everyCase((circumstances) =>
        assert.deepEqual(judged({ kind: 'DECIDED_HERE', gatewayCode }, circumstances), { ...asAsked, gatewayCode }),
      )
    }
  })
})
