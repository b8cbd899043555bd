// Acquirer links while the node that has their seal is down, on a database that the test plays.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { StoreOverloaded } from '../../kernel/failures.ts'
import type { AccessRightsSeals } from '../../merchants/postgres/access-rights/access-rights-seals.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { postgresLinks } from './links.ts'

const times = { created_at: '2026-11-17T10:00:00Z', updated_at: '2026-11-17T10:00:00Z' }
const link = { link_id: 'north', adapter: 'gateway', acquirer_id: 'NORTH', is_enabled: true, revision: 1, ...times }
const revision = { link_id: 'north', revision: 1, settings: {}, secrets_key_id: null, secrets_sealed: null, change: 1 }

function openLinks() {
  const state = { isSealDown: false, isSealSilent: false, isDown: false, links: [link] }
  const database = {
    async query({ name }: { readonly name: string }) {
      if (state.isDown || (state.isSealDown && name === 'read-links')) throw new StoreOverloaded('a node is down')
      if (state.isSealSilent && name === 'read-links') return new Promise(() => {})
      return { rows: [{ links: { links: state.links, revisions: [{ ...revision, ...times }] }, access_rights: {} }] }
    },
  } as unknown as Database
  const accessRights = { check: async () => undefined, isProtected: () => true } as unknown as AccessRightsSeals
  const vault = {
    seal: () => assert.fail(),
    open: () => assert.fail(),
    keyedHash: () => assert.fail(),
    matches: () => assert.fail(),
    isProtectingAccessRights: () => true,
  }
  return { state, links: postgresLinks(database, { vault, accessRights }) }
}

it('links that were verified are used while the node that has their seal is down', async () => {
  const { links, state } = openLinks()
  const verified = await links.list()
  state.isSealDown = true
  assert.deepEqual(await links.list(), verified)
})

it('links that were verified are used while that node is silent', async () => {
  const { links, state } = openLinks()
  const verified = await links.list()
  state.isSealSilent = true
  assert.deepEqual(await links.list(), verified)
})

it('links that have changed since are not, and neither are links that were never verified', async () => {
  const { links, state } = openLinks()
  state.isSealDown = true
  await assert.rejects(links.list(), StoreOverloaded)
  state.isSealDown = false
  await links.list()
  Object.assign(state, { isSealDown: true, links: [{ ...link, acquirer_id: 'SOUTH' }] })
  await assert.rejects(links.list(), StoreOverloaded)
})

it('nothing is known of links while no node answers', async () => {
  const { links, state } = openLinks()
  await links.list()
  state.isDown = true
  await assert.rejects(links.list(), StoreOverloaded)
})
