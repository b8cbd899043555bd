// Which adapters a merchant's options may name.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newMerchantLink, refuseAdapterOptions } from './adapter-options.ts'

const sandbox = { mode: 'sandbox' } as const
const production = { mode: 'production' } as const
const providers = [{ provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'A' }] as const

describe('a new merchant', () => {
  it('of a sandbox uses the simulator unless another adapter is named', () => {
    const link = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1' }
    assert.deepEqual(newMerchantLink({}, sandbox), link)
    assert.deepEqual(newMerchantLink({ acquirerAdapter: 'simulator' }, sandbox), link)
    assert.equal(refuseAdapterOptions({ acquirerAdapter: 'simulator', providers }, sandbox), undefined)
  })

  it('of production needs an adapter by name', () => {
    assert.deepEqual(newMerchantLink({}, production), {
      kind: 'misused',
      message: '--acquirer-adapter is required in production; this installation has no adapter.',
    })
    assert.equal(refuseAdapterOptions({}, production), undefined)
  })

  it('of production cannot name a simulator', () => {
    assert.deepEqual(refuseAdapterOptions({ acquirerAdapter: 'simulator' }, production), {
      kind: 'misused',
      message: '--acquirer-adapter simulator is for the sandbox only; this installation has no adapter.',
    })
    assert.deepEqual(refuseAdapterOptions({ providers }, production), {
      kind: 'misused',
      message:
        '--providers names simulated-provider-a, which is for the sandbox only; for PROVIDER_A this installation has no adapter.',
    })
  })
})
