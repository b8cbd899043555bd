// Which adapters an installation has.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acquirerAdapters } from '../acquirers/adapters.ts'
import { providerAdapters } from '../browser-payments/providers/index.ts'
import { adapterNamesOf } from './adapters.ts'
import { schemasOf } from './schema.ts'

describe('the adapters of an installation', () => {
  it('are all those of the lists in the sandbox', () => {
    const { acquirers, providers } = adapterNamesOf('sandbox')
    assert.deepEqual(
      acquirers,
      acquirerAdapters.map(({ name }) => name),
    )
    assert.deepEqual(
      Object.values(providers).flat().toSorted(),
      providerAdapters.flatMap(({ names }) => Object.values(names)).toSorted(),
    )
  })

  it('have distinct names, because links of one profile name both kinds', () => {
    const { acquirers, providers } = adapterNamesOf('sandbox')
    const all = [...acquirers, ...Object.values(providers).flat()]
    assert.equal(new Set(all).size, all.length)
  })

  it('include no simulators in production', () => {
    const { acquirers, providers } = adapterNamesOf('production')
    assert.ok(!acquirers.includes('simulator'))
    assert.ok(!Object.values(providers).flat().includes('simulated-provider-a'))
  })

  it('bring their own migrations, those of simulators in the sandbox only', () => {
    const wanted = [...acquirerAdapters, ...providerAdapters].filter(({ migrations }) => migrations)
    for (const { isSimulator, migrations } of wanted) {
      const has = (isSandbox: boolean) => schemasOf({ isSandbox }).includes(migrations ?? assert.fail())
      assert.deepEqual([has(true), has(false)], [true, !isSimulator])
    }
  })
})
