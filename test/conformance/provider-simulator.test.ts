// The simulated providers keep the promises of the port, and those that testers are made.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Secret } from '../../src/kernel/secret.ts'
import type { PaymentInitiation, ProviderStatus } from '../../src/payments/ports/provider.ts'
import { withoutDeadline } from './ask-terms.ts'
import { accepted, laterQuestion, newInitiation, providerConformance } from './provider.ts'
import { startProvider } from './provider-simulator-kit.ts'

for (const [provider, extras] of [
  ['PROVIDER_A', {}],
  ['PROVIDER_B', { bankIdentifier: '37040044' }],
  ['PROVIDER_C', {}],
] as const) {
  providerConformance(`the simulated ${provider}`, async () => {
    const started = await startProvider(provider)
    return {
      provider: started.provider,
      decide: (reference, decision) => started.provider.decide(reference, { decision }),
      extras,
      canAuthorize: provider === 'PROVIDER_A',
      close: started.close,
    }
  })
}

describe('order.reference at a simulated provider', () => {
  let world: Awaited<ReturnType<typeof startProvider>>
  before(async () => {
    world = await startProvider('PROVIDER_A')
  })
  after(() => world.close())

  const initiate = async (orderReference: string, differences: Partial<PaymentInitiation> = {}) => {
    const initiation = newInitiation({ orderReference, ...differences })
    return { initiation, result: await world.provider.initiate(initiation, withoutDeadline) }
  }
  const wordOn = async (initiation: PaymentInitiation): Promise<ProviderStatus> => {
    const result = await world.provider.getStatus(initiation)
    return result.kind === 'FOUND' ? result.status : assert.fail(result.kind)
  }
  const seen = ({ state, response, isFinal }: ProviderStatus) => [state, response?.gatewayCode, isFinal]
  const callbacksOf = ({ reference }: PaymentInitiation) =>
    world.query<{ due_at: Date }>(
      'select due_at from simulated_providers.callback where reference = $1 order by due_at',
      [reference],
    )

  for (const [reference, gatewayCode] of [
    ['TEST-SUCCEED', 'APPROVED'],
    ['TEST-FAIL-NOTFOUND', 'DECLINED'],
    ['TEST-FAIL-DECLINE', 'DECLINED'],
    ['order-7.FAILINSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    ['.FAILEXPIRED_CARD', 'EXPIRED_CARD'],
    ['order-7.FAILMYSTERY', 'UNKNOWN'],
    ['order-7.FAILLOCK_FAILURE', 'UNKNOWN'],
  ] as const) {
    it(`${reference} is ${gatewayCode} without a page`, async () => {
      const { initiation, result } = await initiate(reference)
      assert.ok(result.kind === 'DECIDED')
      assert.equal(result.response.gatewayCode, gatewayCode)
      assert.deepEqual(await world.provider.initiate(initiation, withoutDeadline), result)
      assert.equal(await world.provider.decide(initiation.reference, { decision: 'APPROVE' }), false)
      const expected = gatewayCode === 'UNKNOWN' ? 'DECLINED' : gatewayCode
      assert.deepEqual(seen(await wordOn(initiation)), ['OVER', expected, true])
      assert.deepEqual(await callbacksOf(initiation), [])
    })
  }

  it('TEST-PENDING stays pending, whatever the payer does and however long it takes', async () => {
    const { initiation, result } = await initiate('TEST-PENDING')
    accepted(result)
    assert.deepEqual(seen(await wordOn(initiation)), ['OPEN', undefined, false])
    await world.provider.decide(initiation.reference, { decision: 'APPROVE' })
    world.clock.advance(86_400_000)
    assert.deepEqual(seen(await wordOn(initiation)), ['PENDING', undefined, false])
  })

  for (const [reference, first, last] of [
    ['TEST-FAIL-INIT', ['OVER', 'DECLINED', true], ['OVER', 'DECLINED', true]],
    ['TEST-SUCCESS-INIT', ['OVER', 'APPROVED', true], ['OVER', 'APPROVED', true]],
    ['TEST-FAIL-THEN-SUCCESS', ['OVER', 'DECLINED', false], ['OVER', 'APPROVED', true]],
    ['TEST-TIMEOUT-THEN-SUCCESS', ['OVER', 'ACQUIRER_SYSTEM_ERROR', false], ['OVER', 'APPROVED', true]],
  ] as const) {
    it(`${reference} is decided by the clock`, async () => {
      const startedMs = world.clock.now().getTime()
      const { initiation, result } = await initiate(reference)
      accepted(result)
      world.clock.advance(29_999)
      assert.deepEqual(seen(await wordOn(initiation)), ['OPEN', undefined, false])
      world.clock.advance(1)
      assert.deepEqual(seen(await wordOn(initiation)), first)
      world.clock.advance(60_000)
      assert.deepEqual(seen(await wordOn(initiation)), last)
      const due = (await callbacksOf(initiation)).map(({ due_at }) => due_at.getTime() - startedMs)
      assert.deepEqual(due, reference.includes('THEN') ? [30_000, 90_000] : [30_000])
    })
  }

  it('can be given as transaction.reference for captures and refunds', async () => {
    const { initiation } = await initiate('TEST-SUCCEED')
    const refund = (reference: string) =>
      laterQuestion(initiation, { kind: 'REFUND', amountMinor: 1_00n, details: { transaction: { reference } } })
    const codeOf = async (question: ReturnType<typeof refund>) => {
      const result = await world.provider.ask(question, withoutDeadline)
      return result.kind === 'ANSWERED' ? result.response.gatewayCode : result.kind
    }
    assert.equal(await codeOf(refund('TEST-FAIL-DECLINE')), 'DECLINED')
    assert.equal(await codeOf(refund('r.FAILSYSTEM_ERROR')), 'SYSTEM_ERROR')
    const late = refund('TEST-FAIL-THEN-SUCCESS')
    assert.equal(await codeOf(late), 'PENDING')
    world.clock.advance(60_000)
    const between = await world.provider.inquire(late)
    assert.ok(between.kind === 'ANSWERED' && between.response.gatewayCode === 'PENDING')
    world.clock.advance(30_000)
    const inquiryResult = await world.provider.inquire(late)
    assert.ok(inquiryResult.kind === 'ANSWERED' && inquiryResult.response.gatewayCode === 'APPROVED')
  })
})

describe('the payer details of a simulated provider', () => {
  it('are the account and the chosen address at provider A, once the payer has agreed', async () => {
    const { provider, close } = await startProvider('PROVIDER_A')
    try {
      const begun = newInitiation({ confirmation: 'CONFIRM_AT_MERCHANT', isShippingShown: true })
      await provider.initiate(begun, withoutDeadline)
      const shipping = { address: { street: '1 New Street', city: 'Springfield' } }
      assert.equal(await provider.decide(begun.reference, { decision: 'APPROVE', shipping }), true)
      assert.equal(await provider.decide(begun.reference, { decision: 'CANCEL' }), false)
      const result = await provider.getStatus(begun)
      assert.ok(result.kind === 'FOUND')
      assert.equal(result.status.payer.providerA?.payerId, 'PAYERA0000001')
      assert.deepEqual(result.status.payer.shipping, shipping)
    } finally {
      await close()
    }
  })

  it('are the bank account at provider C, whose number is a secret value', async () => {
    const { provider, close } = await startProvider('PROVIDER_C')
    try {
      const begun = newInitiation()
      await provider.initiate(begun, withoutDeadline)
      await provider.decide(begun.reference, { decision: 'APPROVE' })
      const result = await provider.getStatus(begun)
      assert.ok(result.kind === 'FOUND')
      const { iban, country, bic } = result.status.payer.providerC ?? assert.fail('no bank account')
      assert.deepEqual([iban.open(), country, bic], ['DE89370400440532013000', 'DEU', 'COBADEFFXXX'])
      assert.ok(!JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? '' : value)).includes('DE8937'))
    } finally {
      await close()
    }
  })

  it('are a decline at once where provider B does not know the bank, or the amount exceeds its limit', async () => {
    const { provider, close } = await startProvider('PROVIDER_B')
    try {
      for (const differences of [
        { bankIdentifier: '99999999' },
        {},
        { bankIdentifier: '37040044', amountMinor: 50_000_01n },
      ]) {
        const result = await provider.initiate(newInitiation(differences), withoutDeadline)
        assert.ok(result.kind === 'DECIDED' && result.response.gatewayCode === 'DECLINED')
      }
    } finally {
      await close()
    }
  })
})

describe('a payment that the gateway has cancelled', () => {
  it('can no longer be decided, and nothing more is reported about it', async () => {
    const { provider, query, close } = await startProvider('PROVIDER_A')
    try {
      const begun = newInitiation()
      await provider.initiate(begun, withoutDeadline)
      await provider.reverse(begun)
      assert.equal(await provider.decide(begun.reference, { decision: 'APPROVE' }), false)
      assert.deepEqual(await query('select from simulated_providers.callback'), [])
    } finally {
      await close()
    }
  })
})

describe('a void at provider A', () => {
  it('is possible on the day of the payment, and no later', async () => {
    const { provider, clock, close } = await startProvider('PROVIDER_A')
    try {
      const pay = async () => {
        const begun = newInitiation()
        await provider.initiate(begun, withoutDeadline)
        await provider.decide(begun.reference, { decision: 'APPROVE' })
        return begun
      }
      const voidOf = async (begun: PaymentInitiation) => {
        const result = await provider.ask(laterQuestion(begun, { kind: 'VOID' }), withoutDeadline)
        return result.kind === 'ANSWERED' && result.response.gatewayCode
      }
      assert.equal(await voidOf(await pay()), 'APPROVED')
      const late = await pay()
      clock.advance(86_400_000)
      assert.equal(await voidOf(late), 'DECLINED')
    } finally {
      await close()
    }
  })
})

describe('agreements at provider A', () => {
  let world: Awaited<ReturnType<typeof startProvider>>
  before(async () => {
    world = await startProvider('PROVIDER_A')
  })
  after(() => world.close())

  const account = 'ACCOUNT1'
  const agreementRequest = (differences: object = {}) => {
    const { reference, returnUrl, callbackUrl, merchantName } = newInitiation()
    return { acquirerMerchantId: account, reference, returnUrl, callbackUrl, merchantName, ...differences }
  }
  const agree = async (differences: object = {}) => {
    const begun = agreementRequest(differences)
    accepted(await world.provider.startAgreement(begun))
    assert.equal(await world.provider.decideAgreement(begun, { decision: 'AGREED' }), true)
    const result = await world.provider.getAgreementStatus(begun)
    assert.ok(result.kind === 'FOUND' && result.state === 'AGREED')
    return result.payer.providerA?.billingAgreement?.id ?? assert.fail('no id')
  }
  const pay = async (agreementId: string, acquirerMerchantId = account) => {
    const { reference, amountMinor, currency } = newInitiation()
    const instrument = { kind: 'PROVIDER_A', number: new Secret('ACCOUNT', agreementId) } as const
    const question = { reference, amountMinor, currency, acquirerMerchantId, details: {}, instrument } as const
    const result = await world.provider.ask({ kind: 'PAY', ...question }, withoutDeadline)
    return result.kind === 'ANSWERED' && result.response.gatewayCode
  }

  it('let the merchant charge until the payer withdraws, which is reported until it is acknowledged', async () => {
    const agreementId = await agree({ name: 'Club', description: 'Monthly fee' })
    assert.equal(await pay(agreementId), 'APPROVED')
    assert.equal(await pay(agreementId, 'ACCOUNT2'), 'DECLINED', 'an agreement of another account')
    const about = { acquirerMerchantId: account, agreementId }
    assert.deepEqual([await world.provider.withdraw(about), await world.provider.withdraw(about)], [true, false])
    assert.equal(await pay(agreementId), 'DECLINED')
    const [notice] = await world.provider.listWithdrawals(10)
    assert.deepEqual({ ...notice, noticeId: '' }, { noticeId: '', ...about })
    await world.provider.acknowledgeWithdrawal(notice?.noticeId ?? '')
    assert.deepEqual(await world.provider.listWithdrawals(10), [])
  })

  it('have one id for a single one, and a new id each time for others', async () => {
    const single = await agree({ cardinality: 'SINGLE' })
    assert.equal(await agree({ cardinality: 'SINGLE' }), single)
    assert.notEqual(await agree({ cardinality: 'MULTIPLE' }), single)
    assert.notEqual(await agree(), await agree())
  })

  it('may have been made elsewhere, when their id has the right form', async () => {
    assert.deepEqual(await Promise.all([pay('B-1'), pay('B-1'), pay('B-MOVED7')]), ['APPROVED', 'APPROVED', 'APPROVED'])
    assert.equal(await pay('B-1', 'ACCOUNT2'), 'DECLINED')
    assert.equal(await pay('agreement'), 'DECLINED')
  })

  it('can be refused, once and for all', async () => {
    const begun = agreementRequest()
    await world.provider.startAgreement(begun)
    assert.equal((await world.provider.getAgreementStatus(agreementRequest())).kind, 'NOT_FOUND')
    assert.equal(await world.provider.decideAgreement(begun, { decision: 'REFUSED' }), true)
    assert.equal(await world.provider.decideAgreement(begun, { decision: 'AGREED' }), false)
    const result = await world.provider.getAgreementStatus(begun)
    assert.ok(result.kind === 'FOUND' && result.state === 'REFUSED')
  })
})
