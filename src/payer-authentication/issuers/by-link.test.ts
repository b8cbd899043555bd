import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { EmvAuthentication, PayerAuthentication } from '../ports/payer-authentication.ts'
import { authenticationByLink } from './by-link.ts'

const linkOf = (linkId: string): AcquirerLink => ({ linkId, adapter: 'a', acquirerId: 'A', acquirerMerchantId: 'M' })
const number = new Secret('ACCOUNT', '5123450000000008')
const card = { reference: 'r', number, currency: 'USD', channel: 'PAYER_BROWSER', purpose: 'ADD_CARD' } as const

const available = { lookUp: async () => ({ kind: 'AVAILABLE', version: '3DS2' }) } as unknown as EmvAuthentication
const own = { lookUp: async () => ({ kind: 'NO_ANSWER' }) } as unknown as PayerAuthentication
const atAcquirer = ({ linkId }: AcquirerLink) => (linkId === 'bank' ? available : undefined)

describe('a payer', () => {
  it('is authenticated by the acquirer that is to take the payment, where it does so', async () => {
    const service = authenticationByLink({ atAcquirer, own })
    assert.equal((await service.lookUp({ ...card, link: linkOf('bank') })).kind, 'AVAILABLE')
    assert.equal((await service.lookUp({ ...card, link: linkOf('other') })).kind, 'NO_ANSWER')
    assert.deepEqual([service.isAtAcquirer(linkOf('bank')), service.isAtAcquirer(linkOf('other'))], [true, false])
  })

  it('cannot be authenticated where neither the acquirer nor the gateway does so', async () => {
    const service = authenticationByLink({ atAcquirer, own: undefined })
    assert.deepEqual(await service.lookUp({ ...card, link: linkOf('other') }), { kind: 'NOT_SUPPORTED' })
    assert.deepEqual(await service.resultOf({ reference: 'r', link: linkOf('other') }), { kind: 'NO_ANSWER' })
    assert.deepEqual(await service.readResult({ reference: 'r', paRes: number }), { kind: 'UNREADABLE' })
  })
})
