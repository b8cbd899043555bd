import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeLink, sendDeadline } from '../../../test/support/builders/fake-link.ts'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerRequest } from '../../payments/ports/acquirer.ts'
import { systemClock } from '../../platform/system/clock.ts'
import type { AcquirerAdapter, LinkContext, OpenedLink } from '../adapter.ts'
import type { RecordedExchange } from '../ports/exchanged-messages.ts'
import { openRedactedLink } from './redacted-link.ts'

const number = '5123450000000008'
const code = '739'
const password = 'a-password-of-the-bank'
const key = { merchantId: 'SHOP1', orderId: 'order', transactionId: '1' }
const everything = `card ${number}, code ${code}, password ${password}`

const payment = {
  kind: 'PAY',
  reference: 'R1',
  acquirerMerchantId: 'BANK1',
  currency: 'USD',
  amountMinor: 10_00n,
  details: {},
  instrument: {
    kind: 'CARD',
    number: new Secret('ACCOUNT', number),
    securityCode: new Secret('AUTHENTICATION', code),
  },
  key,
} as unknown as AcquirerRequest

/** What an adapter gives back at every place where it can: all that it knows. */
function repeating(context: LinkContext): OpenedLink {
  const response = {
    gatewayCode: 'DECLINED',
    acquirerMessage: everything,
    debugInformation: everything,
    receipt: number,
    authorizationCode: code,
    authorizationResponse: { transactionIdentifier: number, [number]: code },
    [number]: everything,
  } as never
  const repeat = () => {
    context.log(everything, { response: everything, [number]: number })
    context.messages?.keep({
      key,
      at: new Date(0),
      tookMs: 1,
      sent: {
        title: everything,
        fields: [
          ['2', number],
          ['code', code],
          [`name ${code}`, 'x'],
        ],
      },
      received: {
        title: everything,
        fields: [
          [number, everything],
          ['44', code],
          ['amount', '10'],
        ],
      },
      problem: everything,
    })
  }
  const responding =
    <Result>(result: Result) =>
    async () => {
      repeat()
      return result
    }
  const decided = { kind: 'DECIDED', response, payer: { providerA: { accountHolder: everything } } }
  const found = {
    kind: 'FOUND',
    status: { state: 'OVER', isFinal: true, payerUrl: `https://x/${number}`, payer: {}, response },
  }
  const acquirer = {
    ...fakeLink().acquirer,
    prepare: responding({ kind: 'PREPARED', wire: { trace: '000001', card: number } }),
    ask: responding({ kind: 'ANSWERED', response }),
    inquire: responding({ kind: 'ANSWERED', response }),
    reverse: async () => {
      repeat()
      throw new Error(everything, { cause: everything })
    },
    closeBatch: responding({ kind: 'OUT_OF_BALANCE', why: everything, totals: [] }),
  } as never as OpenedLink['acquirer']
  const provider = { ...acquirer, provider: 'PROVIDER_A', initiate: responding(decided), getStatus: responding(found) }
  const proof = {
    status: 'C',
    token: number,
    challenge: { url: `https://acs/${number}`, fields: { [number]: everything } },
  }
  return {
    acquirer,
    books: { list: responding([{ reference: password } as never]) },
    payerAuthentication: {
      lookUp: responding({ kind: 'AVAILABLE', version: '3DS2', method: { url: 'https://acs', postData: everything } }),
      authenticate: responding({ kind: 'ANSWERED', proof }),
      resultOf: responding({ kind: 'ANSWERED', proof: { status: 'Y', token: password } }),
    } as never as NonNullable<OpenedLink['payerAuthentication']>,
    providerOf: () => provider as never,
    connections: () => [
      {
        name: 'bank',
        state: 'DOWN',
        sinceMs: 0,
        inFlight: 0,
        reason: `it said ${number} ${password}`,
        lastError: password,
      },
    ],
    close: async () => undefined,
  }
}

const settings = { properties: { password: { type: 'string', title: 'Password', isSecret: true } } } as const

function open(openLink: AcquirerAdapter['open'] = repeating) {
  const seen: unknown[] = []
  const kept: RecordedExchange[] = []
  const link = openRedactedLink(
    { name: 'repeating', title: 'Repeats everything', settings, open: openLink },
    {
      linkId: 'north',
      revision: 1,
      settings: { password },
      isProduction: false,
      clock: systemClock,
      log: (message, details) => seen.push([message, details]),
      messages: { keep: (exchange) => void kept.push(exchange) },
      database: undefined as never,
      seals: undefined as never,
    },
  )
  return { link, seen, kept }
}

function assertNoSecret(value: unknown, isRequestKnown = true): void {
  const text = JSON.stringify(value, (_, each) =>
    each instanceof Error
      ? `${each.message} ${each.stack} ${String(each.cause)}`
      : typeof each === 'bigint'
        ? `${each}`
        : each,
  )
  for (const secret of [number, password, ...(isRequestKnown ? [code] : [])])
    assert.ok(!text.includes(secret), `${secret} is in ${text}`)
}

describe('a link whose adapter repeats everything it gets', () => {
  const about = { reference: 'R1', acquirerMerchantId: 'BANK1', key, maskedNumber: '512345xxxxxx0008' }
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('it succeeded'),
      (error: unknown) => error,
    )

  it('gives no secret to anything: responses, failures, messages, log and the state of its connections', async () => {
    const { link, seen, kept } = open()
    const { acquirer, payerAuthentication, books, providerOf } = link
    assert.ok(payerAuthentication && books && providerOf)
    const provider = providerOf('PROVIDER_A')
    const result = await acquirer.ask(payment, sendDeadline())
    assert.deepEqual(result, {
      kind: 'ANSWERED',
      response: {
        gatewayCode: 'DECLINED',
        acquirerMessage: `card ${'*'.repeat(16)}, code ***, password ${'*'.repeat(password.length)}`,
        debugInformation: `card ${'*'.repeat(16)}, code ***, password ${'*'.repeat(password.length)}`,
      },
    })
    const authentication = { ...about, number: new Secret('ACCOUNT', number) } as never
    assert.match(JSON.stringify(await acquirer.inquire(about)), /"acquirerMessage":"card \*{16}, code \*{3}, password/)
    assertNoSecret(await acquirer.inquire(about), false)
    assertNoSecret(await failure(acquirer.reverse(about)))
    // No request is known here: a code that an adapter invents cannot be recognised.
    assertNoSecret(await acquirer.closeBatch({ acquirerMerchantId: 'BANK1' }), false)
    assertNoSecret(await payerAuthentication.lookUp(authentication), false)
    assertNoSecret(await payerAuthentication.authenticate(authentication), false)
    assertNoSecret(await payerAuthentication.resultOf(authentication), false)
    assertNoSecret(await provider.ask(payment, sendDeadline()))
    assertNoSecret(await books.list({ acquirerMerchantId: 'BANK1', limit: 1 }), false)
    assertNoSecret(link.connections())
    assertNoSecret(kept[0])
    assertNoSecret(kept, false)
    assert.equal(kept.length, 10)
    assert.equal(new Map(kept[0]?.received?.fields).get('amount'), '10')
    assertNoSecret(seen[0])
    assertNoSecret(seen, false)
  })

  it('stores no identity of a request that holds a secret of it', async () => {
    const { link } = open()
    assert.deepEqual(await link.acquirer.prepare?.(payment), {
      kind: 'NOT_SENT',
      why: 'the identity of the request would hold a secret of it',
    })
  })

  it('says why it cannot be opened, without the secrets of its settings', () => {
    assert.throws(
      () =>
        open(() => {
          throw new Error(`${password} is wrong`)
        }),
      (error) => error instanceof Error && error.message === `${'*'.repeat(password.length)} is wrong`,
    )
  })

  it('has no answer when the outcome is none', async () => {
    const impossible = { kind: 'ANSWERED', response: { gatewayCode: 'NO_SUCH_CODE' } }
    const { link } = open(() => ({
      ...fakeLink(),
      acquirer: {
        ...fakeLink().acquirer,
        ask: async () => impossible as never,
        inquire: async () => impossible as never,
      },
    }))
    assert.deepEqual(await link.acquirer.ask(payment, sendDeadline()), { kind: 'NO_ANSWER' })
    assert.deepEqual(await link.acquirer.inquire(about), { kind: 'NO_ANSWER' })
  })
})
