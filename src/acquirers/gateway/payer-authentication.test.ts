import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../../kernel/secret.ts'
import { authenticationAtUpstream } from './payer-authentication.ts'
import type { UpstreamResult } from './responses.ts'
import type { Upstream } from './upstream.ts'

const link = { linkId: 'bank', adapter: 'gateway', acquirerId: 'BANK', acquirerMerchantId: 'M1' }
const about = { reference: 'R1', link }
const number = new Secret('ACCOUNT', '5123450000000008')
const channel = 'PAYER_BROWSER'
const card = { ...about, number, currency: 'USD', channel, purpose: 'PAYMENT_TRANSACTION' } as const
const payer = {
  ...about,
  number,
  currency: 'USD',
  channel,
  amountMinor: 100n,
  merchantName: 'S',
  returnUrl: 'u',
} as const

/** All that this link asks, when the upstream responds so. */
async function kindsFor(result: UpstreamResult): Promise<readonly string[]> {
  const responding = async () => result
  const upstream = { send: responding, retrieveTransaction: responding } as unknown as Upstream
  const service = authenticationAtUpstream(upstream, { url: 'https://bank.example' })
  const results = [await service.lookUp(card), await service.authenticate(payer), await service.resultOf(about)]
  return results.map(({ kind }) => kind)
}

const all = (kind: string) => [kind, kind, kind]

function answerWith(authenticationStatus: string, differences: object = {}): UpstreamResult {
  const transaction = { id: 'R1', type: 'AUTHENTICATION', authenticationStatus }
  const response = { merchant: 'M1', order: { id: 'R1' }, transaction, ...differences }
  return { kind: 'ANSWER', response: response as never }
}

describe('payer authentication at an upstream gateway', () => {
  it('is unavailable, which is a response, when the upstream refuses the request', async () => {
    const error = { cause: 'INVALID_REQUEST', explanation: 'no' }
    assert.deepEqual(await kindsFor({ kind: 'REFUSAL', status: 400, error }), all('UNAVAILABLE'))
  })

  it('has no answer when it was not sent, not answered, or answered about another order', async () => {
    for (const kind of ['NOT_SENT', 'NO_ANSWER'] as const)
      assert.deepEqual(await kindsFor({ kind, why: 'the socket broke' }), all('NO_ANSWER'))
    const elsewhere = answerWith('AUTHENTICATION_SUCCESSFUL', { order: { id: 'R2' } })
    assert.deepEqual(await kindsFor(elsewhere), all('NO_ANSWER'))
  })

  it('has a result for every status that the upstream may answer with', async () => {
    const statuses = {
      AUTHENTICATION_ATTEMPTED: ['UNAVAILABLE', 'ANSWERED', 'ANSWERED'],
      AUTHENTICATION_AVAILABLE: ['AVAILABLE', 'NO_ANSWER', 'NO_ANSWER'],
      AUTHENTICATION_EXEMPT: ['UNAVAILABLE', 'ANSWERED', 'ANSWERED'],
      AUTHENTICATION_FAILED: ['UNAVAILABLE', 'ANSWERED', 'ANSWERED'],
      AUTHENTICATION_NOT_SUPPORTED: ['NOT_SUPPORTED', 'ANSWERED', 'ANSWERED'],
      // Without the form of the challenge the payer cannot answer it.
      AUTHENTICATION_PENDING: ['UNAVAILABLE', 'NO_ANSWER', 'ANSWERED'],
      AUTHENTICATION_REJECTED: ['UNAVAILABLE', 'ANSWERED', 'ANSWERED'],
      AUTHENTICATION_SUCCESSFUL: ['UNAVAILABLE', 'ANSWERED', 'ANSWERED'],
      AUTHENTICATION_UNAVAILABLE: ['UNAVAILABLE', 'ANSWERED', 'ANSWERED'],
    }
    for (const [status, kinds] of Object.entries(statuses))
      assert.deepEqual(await kindsFor(answerWith(status)), kinds, status)
  })
})
