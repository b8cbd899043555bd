// Which acquirer link and which adapters a merchant's options may name.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AdapterCatalogue } from '../../acquirers/ports/adapter-catalogue.ts'
import type { Link, LinkStore } from '../../acquirers/ports/link-store.ts'
import { chooseLink, refuseAdapterOptions } from './adapter-options.ts'

const sandbox = { mode: 'sandbox' } as const
const production = { mode: 'production' } as const
const providers = [{ provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'A' }] as const

function linkOf(linkId: string, adapter: string, isEnabled = true): Link {
  const at = new Date(0)
  return {
    linkId,
    adapter,
    acquirerId: linkId.toUpperCase(),
    isEnabled,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    revisions: [],
  }
}

function installation(links: readonly Link[], adapters: readonly string[]) {
  return {
    links: { list: async () => links } as unknown as LinkStore,
    adapterCatalogue: {
      find: (name: string) => (adapters.includes(name) ? { hasProviders: name === 'gateway' } : undefined),
    } as unknown as AdapterCatalogue,
  }
}

describe('a new merchant', () => {
  it('of a sandbox uses the simulator unless another link is named', async () => {
    const there = installation(
      [linkOf('simulator', 'simulator'), linkOf('north-bank', 'gateway')],
      ['simulator', 'gateway'],
    )
    const simulator = { adapter: 'simulator', acquirerId: 'SIMULATOR' }
    assert.deepEqual(await chooseLink({}, sandbox, there), simulator)
    assert.deepEqual(await chooseLink({ link: 'simulator' }, sandbox, there), simulator)
    assert.deepEqual(await chooseLink({ link: 'north-bank' }, sandbox, there), {
      linkId: 'north-bank',
      adapter: 'gateway',
      acquirerId: 'NORTH-BANK',
    })
  })

  it('of production needs a link by name', async () => {
    assert.deepEqual(await chooseLink({}, production, installation([linkOf('north-bank', 'gateway')], ['gateway'])), {
      kind: 'MISUSED',
      message: '--link is required in production; enabled acquirer links: north-bank.',
    })
  })

  it('cannot use a link that is disabled, or whose adapter does not exist, such as a simulator in production', async () => {
    const there = installation([linkOf('a', 'gateway', false), linkOf('simulator', 'simulator')], ['gateway'])
    for (const link of ['a', 'simulator', 'missing'])
      assert.deepEqual(await chooseLink({ link }, production, there), {
        kind: 'MISUSED',
        message: `There is no enabled acquirer link ${link}; enabled acquirer links: none; see "npx tollgate link create --help".`,
      })
  })

  it('of production cannot name a simulated provider, but a link whose acquirer has providers', async () => {
    const nothing = installation([], [])
    assert.equal(await refuseAdapterOptions({ providers }, sandbox, nothing), undefined)
    const misused = (had: string) => ({
      kind: 'MISUSED',
      message: `--providers names simulated-provider-a, which this installation does not have; for PROVIDER_A it has ${had}.`,
    })
    assert.deepEqual(await refuseAdapterOptions({ providers }, production, nothing), misused('no adapter'))
    const there = installation([linkOf('north-bank', 'gateway'), linkOf('old', 'gateway', false)], ['gateway'])
    assert.deepEqual(await refuseAdapterOptions({ providers }, production, there), misused('north-bank'))
    const atBank = [{ provider: 'PROVIDER_B', adapter: 'north-bank', account: 'M' }] as const
    assert.equal(await refuseAdapterOptions({ providers: atBank }, production, there), undefined)
  })
})
