// The seal by which links are verified while the operator's seal cannot be read: what it vouches for, and what not.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type PostgresLinks, postgresLinks } from '../../src/acquirers/postgres/links.ts'
import { StoreOverloaded } from '../../src/kernel/failures.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import {
  type AccessRightsProcess,
  type AccessRightsWorld,
  annStamp,
  openAccessRightsWorld,
} from '../support/fixtures/access-rights-world.ts'

const north = {
  linkId: 'north',
  adapter: 'gateway',
  acquirerId: 'NORTH',
  settings: {},
  secrets: { password: 'secret' },
}

const setLink = (acquirerId: string) => `update links set acquirer_id = '${acquirerId}' where link_id = 'north'`
const setSettings = (settings: string) => `update link_revisions set settings = '${settings}' where link_id = 'north'`

describe('acquirer links of a process that starts while the operator’s seal cannot be read', () => {
  let world: AccessRightsWorld
  let process: AccessRightsProcess
  let links: PostgresLinks
  before(async () => {
    world = await openAccessRightsWorld()
    process = await world.process()
    await process.protection.adopt('', annStamp)
    await process.protection.protect('ann')
    links = postgresLinks(world.database, process)
    await links.create(north, annStamp)
  })
  after(() => world.close())

  /** Without the node that has the operator's rows. */
  function started(): PostgresLinks {
    const needsNode = (query: { readonly text?: string } | string) =>
      /access_rights_seals|audit/.test(typeof query === 'string' ? query : (query.text ?? ''))
    const database: Database = Object.assign(Object.create(world.database), {
      query: (...parameters: [string]) =>
        needsNode(parameters[0])
          ? Promise.reject(new StoreOverloaded('a node is down'))
          : world.database.query(...parameters),
    })
    return postgresLinks(database, process)
  }

  const tampered = async (change: string, undo: string) => {
    await world.database.query(change)
    try {
      await started().list()
      return 'used'
    } catch (error) {
      assert.ok(error instanceof StoreOverloaded)
      return 'not used'
    } finally {
      await world.database.query(undo)
    }
  }

  it('are used as they were sealed, with their secrets', async () => {
    const link = await started().find('north')
    assert.deepEqual(link?.revisions[0]?.secrets, { password: 'secret' })
  })

  it('are not used when a link or a seal was changed in the database', async () => {
    for (const [change, undo] of [
      [setLink('SOUTH'), setLink('NORTH')],
      [setSettings('{"host":"x"}'), setSettings('{}')],
      [`update link_seals set revision = revision + 1`, `delete from link_seals`],
    ] as const)
      assert.equal(await tampered(change, undo), 'not used', change)
    await assert.rejects(started().list(), StoreOverloaded, 'without a seal')
    await links.renewSeal()
    assert.ok(await started().find('north'))
  })

  it('are used after a change of links, and not in their former state', async () => {
    const { rows } = await world.database.query<{ digest: string; key_id: string; mac: Buffer; revision: string }>(
      'select * from link_seals',
    )
    const [former] = rows
    await links.change('north', () => ({ isEnabled: false }), annStamp)
    assert.equal((await started().find('north'))?.isEnabled, false)
    await assert.rejects(
      world.database.query('update link_seals set revision = $1, digest = $2, key_id = $3, mac = $4', [
        ...[former?.revision, former?.digest, former?.key_id],
        former?.mac,
      ]),
      /only rises/,
    )
    await links.change('north', () => ({ isEnabled: true }), annStamp)
  })

  it('are sealed again by the job after a change by a process of the previous release, and under a new key', async () => {
    const sealed = async () => (await world.database.query('select revision, key_id from link_seals')).rows[0]
    const before = await sealed()
    await links.renewSeal()
    assert.deepEqual(await sealed(), before, 'nothing has changed')
    await world.database.query('delete from link_seals')
    await links.renewSeal()
    assert.ok(await started().find('north'))
  })

  it('that are not as the operator has sealed them are not sealed', async () => {
    const before = (await world.database.query('select * from link_seals')).rows
    await world.database.query(setLink('SOUTH'))
    await assert.rejects(links.renewSeal(), /WRONG_ROWS|rights/i)
    assert.deepEqual((await world.database.query('select * from link_seals')).rows, before)
    await world.database.query(setLink('NORTH'))
  })
})
