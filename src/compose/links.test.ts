import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AcquirerAdapter } from '../acquirers/adapter.ts'
import type { LinkStore } from '../acquirers/ports/link-store.ts'
import { catalogueOf, ensureLinks } from './links.ts'

const adapterOf = (name: string, required: readonly string[] = []): AcquirerAdapter => ({
  name,
  title: name,
  settings: { properties: { host: { type: 'string', title: 'Host' } }, required },
  open: () => assert.fail('nothing is opened'),
})
const adapterCatalogue = catalogueOf([adapterOf('simulator'), adapterOf('old'), adapterOf('demanding', ['host'])], {
  mode: 'sandbox',
})

/** An installation whose profiles name these adapters, and which links it has afterwards. */
async function linksAfter(
  mode: 'production' | 'sandbox',
  { named, known = [] }: { readonly named: readonly string[]; readonly known?: readonly string[] },
): Promise<readonly string[]> {
  const created: string[] = []
  const links = {
    find: async (linkId: string) => (known.includes(linkId) ? { linkId } : undefined),
    listUnlinkedAdapters: async () => named.map((adapter) => ({ adapter, acquirerId: adapter.toUpperCase() })),
    async create({ linkId, adapter, acquirerId }: { linkId: string; adapter: string; acquirerId: string }) {
      created.push(`${linkId} ${adapter} ${acquirerId}`)
      return true
    },
  } as unknown as LinkStore
  await ensureLinks({ mode }, { links, adapterCatalogue })
  return created
}

describe('an installation from before acquirer links', () => {
  it('gets a link for each adapter that a profile names, under its name', async () => {
    assert.deepEqual(await linksAfter('production', { named: ['old'] }), ['old old OLD'])
  })

  it('gets none for an adapter that needs settings, or that is not there: the operator creates it', async () => {
    assert.deepEqual(await linksAfter('production', { named: ['demanding', 'gone'] }), [])
  })

  it('gets the link of the simulator in the sandbox only, and once', async () => {
    const link = 'simulator simulator SYSTEST_ACQ1'
    assert.deepEqual(await linksAfter('sandbox', { named: ['simulator', 'old'] }), [link, 'old old OLD'])
    assert.deepEqual(await linksAfter('sandbox', { named: [], known: ['simulator'] }), [])
    assert.deepEqual(await linksAfter('production', { named: [] }), [])
  })
})
