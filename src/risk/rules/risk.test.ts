import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Assessment,
  assessAfter,
  assessBefore,
  describeRisk,
  needsCardList,
  needsIpCountry,
  noRiskRules,
  type RiskPolicy,
} from './risk.ts'
import { type RiskFacts, type RiskRules, rulesOfKindMax, withoutRule, withRule } from './risk-rules.ts'

const noRules: RiskPolicy = { operator: noRiskRules, merchant: noRiskRules, isMerchantBypassed: false }

function merchantWith(rules: Partial<RiskRules>, rest: Partial<RiskPolicy> = {}): RiskPolicy {
  return { ...noRules, merchant: { ...noRiskRules, ...rules }, ...rest }
}

function operatorWith(rules: Partial<RiskRules>, rest: Partial<RiskPolicy> = {}): RiskPolicy {
  return { ...noRules, operator: { ...noRiskRules, ...rules }, ...rest }
}

const card = { bin: '5123450000' } as const
const reject = { action: 'REJECT' } as const
const review = { action: 'REVIEW' } as const

function summaryOf({ verdict, rules }: Assessment): readonly string[] {
  return [verdict, ...rules.map(({ name, recommendation, data }) => [name, recommendation, data].join(' ').trim())]
}

describe('a payment without any rules', () => {
  it('is NOT_CHECKED, also with empty sets of rules', () => {
    assert.deepEqual(assessBefore(card, noRules), { verdict: 'NOT_CHECKED', rules: [] })
    const empty = { ...noRiskRules }
    const before = assessBefore(card, { operator: empty, merchant: { ...empty }, isMerchantBypassed: true })
    assert.deepEqual(before, { verdict: 'NOT_CHECKED', rules: [] })
    assert.deepEqual(assessAfter(before, { avs: 'NO_MATCH', csc: 'NO_MATCH' }, noRules), before)
  })
})

describe('a risk rule before the acquirer', () => {
  const cases: readonly (readonly [says: string, rules: Partial<RiskRules>, facts: RiskFacts, rule: string[]])[] = [
    [
      'rejects a BIN in its range',
      { binRanges: [{ from: '512345', to: '512346', ...reject }] },
      card,
      ['REJECTED', 'MERCHANT_BIN_RANGE REJECT 512345'],
    ],
    [
      'takes both ends of a BIN range',
      { binRanges: [{ from: '512340', to: '512345', ...reject }] },
      card,
      ['REJECTED', 'MERCHANT_BIN_RANGE REJECT 512345'],
    ],
    [
      'lets a BIN before its range pass',
      { binRanges: [{ from: '512346', to: '512350', ...reject }] },
      card,
      ['ACCEPTED', 'MERCHANT_BIN_RANGE NO_ACTION 512345'],
    ],
    [
      'lets a BIN behind its range pass',
      { binRanges: [{ from: '512340', to: '512344', ...reject }] },
      card,
      ['ACCEPTED', 'MERCHANT_BIN_RANGE NO_ACTION 512345'],
    ],
    [
      'looks at ten digits and shows six',
      { binRanges: [{ from: '5123450000', to: '5123450000', ...review }] },
      card,
      ['REVIEW_REQUIRED', 'MERCHANT_BIN_RANGE REVIEW 512345'],
    ],
    [
      'passes a card that differs in the tenth digit',
      { binRanges: [{ from: '5123450001', to: '5123450001', ...review }] },
      card,
      ['ACCEPTED', 'MERCHANT_BIN_RANGE NO_ACTION 512345'],
    ],
    [
      'may look at one digit',
      { binRanges: [{ from: '5', to: '5', ...reject }] },
      card,
      ['REJECTED', 'MERCHANT_BIN_RANGE REJECT 512345'],
    ],
    [
      'rejects an IP address in its range',
      { ipRanges: [{ from: '192.0.2.0', to: '192.0.2.255', ...reject }] },
      { ipAddress: '192.0.2.9' },
      ['REJECTED', 'MERCHANT_IP_ADDRESS_RANGE REJECT 192.0.2.9'],
    ],
    [
      'knows a mapped IP address',
      { ipRanges: [{ from: '192.0.2.0', to: '192.0.2.255', ...reject }] },
      { ipAddress: '::ffff:192.0.2.9' },
      ['REJECTED', 'MERCHANT_IP_ADDRESS_RANGE REJECT ::ffff:192.0.2.9'],
    ],
    [
      'lets another IP address pass',
      { ipRanges: [{ from: '192.0.2.0', to: '192.0.2.255', ...reject }] },
      { ipAddress: '192.0.3.0' },
      ['ACCEPTED', 'MERCHANT_IP_ADDRESS_RANGE NO_ACTION 192.0.3.0'],
    ],
    [
      'cannot judge what is no IP address',
      { ipRanges: [{ from: '192.0.2.0', to: '192.0.2.255', ...reject }] },
      { ipAddress: '192.0.2' },
      ['ACCEPTED'],
    ],
    [
      'reviews a country',
      { ipCountries: [{ country: 'DEU', ...review }] },
      { ipCountry: 'DEU' },
      ['REVIEW_REQUIRED', 'MERCHANT_IP_COUNTRY REVIEW DEU'],
    ],
    [
      'lets another country pass',
      { ipCountries: [{ country: 'DEU', ...review }] },
      { ipCountry: 'USA' },
      ['ACCEPTED', 'MERCHANT_IP_COUNTRY NO_ACTION USA'],
    ],
    [
      'rejects a result of authentication',
      { threeDSecure: [{ result: 'NOT_ENROLLED', ...reject }] },
      { threeDSecure: 'NOT_ENROLLED' },
      ['REJECTED', 'MERCHANT_3D_SECURE REJECT NOT_ENROLLED'],
    ],
    [
      'rejects a card without authentication',
      { threeDSecure: [{ result: 'NONE', ...reject }] },
      card,
      ['REJECTED', 'MERCHANT_3D_SECURE REJECT NO_LIABILITY_SHIFT'],
    ],
    [
      'expects no authentication of a bank account',
      { threeDSecure: [{ result: 'NONE', ...reject }] },
      {},
      ['ACCEPTED'],
    ],
    [
      'is not looked at when the payment lacks the fact',
      { ipCountries: [{ country: 'DEU', ...reject }] },
      card,
      ['ACCEPTED'],
    ],
    [
      'takes the stricter of two rules that match',
      {
        binRanges: [
          { from: '51', to: '55', ...review },
          { from: '512345', to: '512345', ...reject },
        ],
      },
      card,
      ['REJECTED', 'MERCHANT_BIN_RANGE REJECT 512345'],
    ],
  ]
  for (const [says, rules, facts, expected] of cases) {
    it(says, () => {
      assert.deepEqual(summaryOf(assessBefore(facts, merchantWith(rules))), expected)
      const asOperator = expected.map((line) => line.replace('MERCHANT_', 'MSO_'))
      const byOperator = assessBefore(facts, operatorWith(rules))
      assert.deepEqual(summaryOf(byOperator), asOperator)
      assert.ok(byOperator.rules.every(({ type }) => type === 'MSO_RULE'))
      assert.deepEqual(assessBefore(facts, merchantWith(rules, { isMerchantBypassed: true })).verdict, 'NOT_CHECKED')
    })
  }

  it('takes both ends of a range of IP addresses, and nothing beyond', () => {
    const policy = merchantWith({ ipRanges: [{ from: '192.0.2.8', to: '192.0.2.15', ...reject }] })
    const verdicts = ['192.0.2.7', '192.0.2.8', '192.0.2.15', '192.0.2.16'].map(
      (ipAddress) => assessBefore({ ipAddress }, policy).verdict,
    )
    assert.deepEqual(verdicts, ['ACCEPTED', 'REJECTED', 'REJECTED', 'ACCEPTED'])
  })

  it('lists all that were checked, in a fixed order, though one rejection is enough', () => {
    const rules = {
      ipCountries: [{ country: 'AUS', ...review }],
      binRanges: [{ from: '5', to: '5', ...reject }],
      threeDSecure: [{ result: 'NONE', ...review }],
    }
    const facts = { ...card, ipCountry: 'AUS' }
    assert.deepEqual(summaryOf(assessBefore(facts, merchantWith(rules, { operator: { ...noRiskRules, ...rules } }))), [
      'REJECTED',
      'MERCHANT_3D_SECURE REVIEW NO_LIABILITY_SHIFT',
      'MERCHANT_BIN_RANGE REJECT 512345',
      'MERCHANT_IP_COUNTRY REVIEW AUS',
      'MSO_3D_SECURE REVIEW NO_LIABILITY_SHIFT',
      'MSO_BIN_RANGE REJECT 512345',
      'MSO_IP_COUNTRY REVIEW AUS',
    ])
  })

  it('has no text longer than the contract allows', () => {
    const facts = { threeDSecure: 'X'.repeat(200) }
    const { rules } = assessBefore(facts, merchantWith({ threeDSecure: [{ result: 'NONE', ...reject }] }))
    assert.equal(rules[0]?.data?.length, 100)
  })

  it('that holds no IP address is an error and does not let payments through', () => {
    const policy = merchantWith({ ipRanges: [{ from: 'everything', to: '::', ...reject }] })
    assert.throws(() => assessBefore({ ipAddress: '192.0.2.1' }, policy), /everything, which is no IP address/)
  })
})

describe('a card on a list', () => {
  const rules = { hasCardLists: true, binRanges: [{ from: '5', to: '5', ...reject }] }

  it('is rejected when it is suspect', () => {
    assert.deepEqual(summaryOf(assessBefore({ ...card, cardList: 'SUSPECT' }, merchantWith({ hasCardLists: true }))), [
      'REJECTED',
      'SUSPECT_CARD_LIST REJECT',
      'TRUSTED_CARD_LIST NO_ACTION',
    ])
  })

  it("passes the merchant's rules when it is trusted, before and after the acquirer", () => {
    const policy = merchantWith({ ...rules, avs: [{ gatewayCode: 'NO_MATCH', ...reject }] })
    const before = assessBefore({ ...card, cardList: 'TRUSTED' }, policy)
    const expected = ['ACCEPTED', 'SUSPECT_CARD_LIST NO_ACTION', 'TRUSTED_CARD_LIST ACCEPT']
    assert.deepEqual(summaryOf(before), expected)
    assert.equal(before.isTrusted, true)
    assert.deepEqual(summaryOf(assessAfter(before, { avs: 'NO_MATCH' }, policy)), expected)
  })

  it("is held against the operator's rules though the merchant trusts it", () => {
    const operator = { ...noRiskRules, ...rules, hasCardLists: false, csc: [{ gatewayCode: 'NO_MATCH', ...review }] }
    const policy = merchantWith({ hasCardLists: true }, { operator })
    const before = assessBefore({ ...card, cardList: 'TRUSTED' }, policy)
    assert.equal(before.verdict, 'REJECTED')
    assert.equal(before.rules.at(-1)?.name, 'MSO_BIN_RANGE')
    assert.equal(assessAfter(before, { csc: 'NO_MATCH' }, policy).rules.at(-1)?.name, 'MSO_CSC')
  })

  it('is rejected when the operator lists it as suspect, whatever the merchant bypasses', () => {
    const facts = { ...card, cardList: 'OPERATOR_SUSPECT' } as const
    assert.deepEqual(
      summaryOf(assessBefore(facts, operatorWith({ hasCardLists: true }, { isMerchantBypassed: true }))),
      ['REJECTED', 'MSO_SUSPECT_CARD_LIST REJECT'],
    )
  })

  it('passes when the merchant lists it as suspect and bypasses its own rules', () => {
    const facts = { ...card, cardList: 'SUSPECT' } as const
    assert.equal(assessBefore(facts, merchantWith(rules, { isMerchantBypassed: true })).verdict, 'NOT_CHECKED')
    const policy = merchantWith(rules, { isMerchantBypassed: true, operator: { ...noRiskRules, hasCardLists: true } })
    assert.deepEqual(summaryOf(assessBefore(facts, policy)), ['ACCEPTED', 'MSO_SUSPECT_CARD_LIST NO_ACTION'])
  })

  it('names the lists that were checked, for cards only', () => {
    const policy = merchantWith({ hasCardLists: true }, { operator: { ...noRiskRules, hasCardLists: true } })
    assert.deepEqual(summaryOf(assessBefore(card, policy)), [
      'ACCEPTED',
      'SUSPECT_CARD_LIST NO_ACTION',
      'TRUSTED_CARD_LIST NO_ACTION',
      'MSO_SUSPECT_CARD_LIST NO_ACTION',
    ])
    assert.deepEqual(summaryOf(assessBefore({}, policy)), ['ACCEPTED'])
  })

  it('is looked up only when a list can matter', () => {
    assert.equal(needsCardList(noRules), false)
    assert.equal(needsCardList(merchantWith(rules)), true)
    assert.equal(needsCardList(merchantWith(rules, { isMerchantBypassed: true })), false)
    assert.equal(needsCardList(operatorWith(rules, { isMerchantBypassed: true })), true)
  })

  it('has its country looked up only when a rule needs it', () => {
    const countries = { ipCountries: [{ country: 'DEU', ...reject }] }
    assert.equal(needsIpCountry(noRules), false)
    assert.equal(needsIpCountry(merchantWith(countries)), true)
    assert.equal(needsIpCountry(merchantWith(countries, { isMerchantBypassed: true })), false)
    assert.equal(needsIpCountry(operatorWith(countries, { isMerchantBypassed: true })), true)
  })
})

describe('a risk rule after the acquirer', () => {
  const policy = merchantWith({
    avs: [{ gatewayCode: 'NO_MATCH', ...reject }],
    csc: [{ gatewayCode: 'NOT_PRESENT', ...review }],
  })
  const before = assessBefore(card, policy)

  it("rejects and reviews by the acquirer's answer", () => {
    assert.deepEqual(summaryOf(before), ['ACCEPTED'])
    assert.deepEqual(summaryOf(assessAfter(before, { avs: 'NO_MATCH', csc: 'MATCH' }, policy)), [
      'REJECTED',
      'MERCHANT_AVS REJECT NO_MATCH',
      'MERCHANT_CSC NO_ACTION MATCH',
    ])
    assert.equal(assessAfter(before, { avs: 'ZIP_MATCH', csc: 'NOT_PRESENT' }, policy).verdict, 'REVIEW_REQUIRED')
    assert.equal(assessAfter(before, { avs: 'ZIP_MATCH', csc: 'MATCH' }, policy).verdict, 'ACCEPTED')
  })

  it('is not checked when the acquirer gave no answer', () => {
    assert.deepEqual(assessAfter(before, {}, policy), before)
  })

  it("is bypassed with the merchant's other rules", () => {
    const bypassed = { ...policy, isMerchantBypassed: true }
    const unchecked = assessBefore(card, bypassed)
    assert.deepEqual(assessAfter(unchecked, { avs: 'NO_MATCH' }, bypassed), unchecked)
  })
})

const action = fc.constantFrom('REJECT', 'REVIEW')
const code = fc.constantFrom('MATCH', 'NO_MATCH', 'NOT_PRESENT')
const someRules: fc.Arbitrary<RiskRules> = fc.record({
  binRanges: fc.array(fc.record({ from: fc.constantFrom('4', '51'), to: fc.constantFrom('4', '55'), action })),
  ipRanges: fc.array(fc.record({ from: fc.constant('192.0.2.0'), to: fc.constant('192.0.2.127'), action })),
  ipCountries: fc.array(fc.record({ country: fc.constantFrom('USA', 'DEU'), action })),
  threeDSecure: fc.array(fc.record({ result: fc.constantFrom('NONE', 'AUTHENTICATION_ATTEMPTED'), action })),
  avs: fc.array(fc.record({ gatewayCode: code, action })),
  csc: fc.array(fc.record({ gatewayCode: code, action })),
  hasCardLists: fc.boolean(),
})
const somePolicy = fc.record({ operator: someRules, merchant: someRules, isMerchantBypassed: fc.boolean() })
const someFacts: fc.Arbitrary<RiskFacts> = fc.record(
  {
    bin: fc.constantFrom('4508750015', '5123450000'),
    ipAddress: fc.constantFrom('192.0.2.1', '192.0.2.200', '::1'),
    ipCountry: fc.constantFrom('USA', 'DEU', 'AUS'),
    threeDSecure: fc.constantFrom('NONE', 'AUTHENTICATION_ATTEMPTED', 'AUTHENTICATION_SUCCESSFUL'),
    cardList: fc.constantFrom('TRUSTED', 'SUSPECT', 'OPERATOR_SUSPECT'),
  },
  { requiredKeys: [] },
)
const someAnswers = fc.record({ avs: code, csc: code }, { requiredKeys: [] })
const strictness = ['NOT_CHECKED', 'ACCEPTED', 'REVIEW_REQUIRED', 'REJECTED']

describe('whatever the rules', () => {
  it("the acquirer's answers never soften a verdict, and never remove a rule", () => {
    fc.assert(
      fc.property(someFacts, someAnswers, somePolicy, (facts, responses, policy) => {
        const before = assessBefore(facts, policy)
        const after = assessAfter(before, responses, policy)
        assert.ok(strictness.indexOf(after.verdict) >= strictness.indexOf(before.verdict))
        for (const rule of before.rules) assert.ok(after.rules.includes(rule))
      }),
    )
  })

  it('a payment is rejected exactly when a rule says so', () => {
    fc.assert(
      fc.property(someFacts, someAnswers, somePolicy, (facts, responses, policy) => {
        const { verdict, rules } = assessAfter(assessBefore(facts, policy), responses, policy)
        assert.equal(
          verdict === 'REJECTED',
          rules.some(({ recommendation }) => recommendation === 'REJECT'),
        )
      }),
    )
  })

  it("no bypass and no trust changes what the operator's rules say", () => {
    const operators = ({ rules }: Assessment) => rules.filter(({ type }) => type === 'MSO_RULE')
    fc.assert(
      fc.property(someFacts, someAnswers, somePolicy, (facts, responses, policy) => {
        const alone = { ...policy, merchant: noRiskRules }
        assert.deepEqual(
          operators(assessAfter(assessBefore(facts, policy), responses, policy)),
          operators(assessAfter(assessBefore(facts, alone), responses, alone)),
        )
      }),
    )
  })
})

describe('the risk group of a response', () => {
  const waiting: Assessment = { verdict: 'REVIEW_REQUIRED', rules: [] }
  const at = new Date('2026-05-01T12:00:00.000Z')

  it('needs no review when there is nothing to decide', () => {
    const rule = { name: 'MERCHANT_CSC', type: 'MERCHANT_RULE', recommendation: 'NO_ACTION', data: 'MATCH' } as const
    assert.deepEqual(describeRisk({ verdict: 'ACCEPTED', rules: [rule], isTrusted: true }), {
      gatewayCode: 'ACCEPTED',
      review: { decision: 'NOT_REQUIRED' },
      rule: [rule],
    })
    assert.deepEqual(describeRisk({ verdict: 'NOT_CHECKED', rules: [] }), {
      gatewayCode: 'NOT_CHECKED',
      review: { decision: 'NOT_REQUIRED' },
    })
  })

  it('is pending until a reviewer decides', () => {
    const pending = { decision: 'PENDING' } as const
    assert.deepEqual(describeRisk(waiting, pending), { gatewayCode: 'REVIEW_REQUIRED', review: pending })
  })

  it('needs no review of a payment that failed', () => {
    assert.deepEqual(describeRisk(waiting).review, { decision: 'NOT_REQUIRED' })
  })

  it('names the decision, its time and its user, beside an unchanged verdict', () => {
    assert.deepEqual(describeRisk(waiting, { decision: 'REJECTED', at, note: 'stolen', userId: 'ann' }), {
      gatewayCode: 'REVIEW_REQUIRED',
      review: { decision: 'REJECTED', note: 'stolen', time: '2026-05-01T12:00:00.000Z', userId: 'ann' },
    })
    assert.deepEqual(describeRisk(waiting, { decision: 'ACCEPTED', at, note: '' }).review, {
      decision: 'ACCEPTED',
      time: '2026-05-01T12:00:00.000Z',
    })
  })
})

describe('changing rules', () => {
  const subject = { kind: 'ipCountries', about: { country: 'DEU' } } as const
  const changed = (rules: RiskRules | 'TOO_MANY' | undefined) =>
    typeof rules === 'object' ? rules : assert.fail(String(rules))

  it('keeps one action for a subject, the latest', () => {
    const first = changed(withRule(noRiskRules, subject, 'REVIEW'))
    assert.deepEqual(changed(withRule(first, subject, 'REJECT')), {
      ...noRiskRules,
      ipCountries: [{ country: 'DEU', action: 'REJECT' }],
    })
  })

  it('removes a rule that exists, and reports one that does not', () => {
    const rules = changed(withRule(noRiskRules, subject, 'REVIEW'))
    assert.deepEqual(withoutRule(rules, subject), noRiskRules)
    assert.equal(withoutRule(rules, { kind: 'ipCountries', about: { country: 'USA' } }), undefined)
    assert.equal(withoutRule(rules, { kind: 'avs', about: { gatewayCode: 'DEU' } }), undefined)
  })

  it('is limited to a number of rules that a payment can be checked against', () => {
    const ipCountries = Array.from({ length: rulesOfKindMax }, (_, at) => ({ country: String(at), ...reject }))
    const full = { ...noRiskRules, ipCountries }
    assert.equal(withRule(full, subject, 'REJECT'), 'TOO_MANY')
    const replaced = changed(withRule(full, { kind: 'ipCountries', about: { country: '7' } }, 'REVIEW'))
    assert.equal(replaced.ipCountries.length, rulesOfKindMax)
  })
})
