// Acquirer links on PostgreSQL: what is stored, who may change it, and what write access to the database does not
// permit.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LinkStore } from '../../src/acquirers/ports/link-store.ts'
import { postgresLinks } from '../../src/acquirers/postgres/links.ts'
import { passTime, workOn } from '../support/builders/sealed-rows.ts'
import {
  type AccessRightsProcess,
  type AccessRightsWorld,
  annStamp,
  faultIn,
  openAccessRightsWorld,
} from '../support/fixtures/access-rights-world.ts'
import { disableTriggers } from '../support/fixtures/audit-world.ts'

const north = {
  linkId: 'north-bank',
  adapter: 'gateway',
  acquirerId: 'NORTH',
  settings: { host: 'a.example', timeoutMs: 5 },
  secrets: { password: 'first secret' },
}
const secondRevision = { revision: 2, settings: { host: 'b.example' }, secrets: { password: 'second secret' } }

const linksOf = ({ vault, accessRights }: AccessRightsProcess, { database }: AccessRightsWorld) =>
  postgresLinks(database, { vault, accessRights })

async function openWorld({ isProtected }: { readonly isProtected: boolean }) {
  const world = await openAccessRightsWorld()
  const process = await world.process()
  if (isProtected) {
    await process.protection.adopt('', annStamp)
    await process.protection.protect('ann')
  }
  return { world, process, links: linksOf(process, world) }
}

describe('acquirer links', () => {
  let world: AccessRightsWorld
  let process: AccessRightsProcess
  let links: LinkStore
  before(async () => {
    ;({ world, process, links } = await openWorld({ isProtected: true }))
  })
  after(() => world.close())

  const auditOf = async (linkId: string) => {
    const { rows } = await world.database.query<{ action: string; subject: object }>(
      `select action, subject from audit where merchant_id = '' and subject ->> 'linkId' = $1 order by audit_id`,
      [linkId],
    )
    return rows
  }

  it('are created once, with their secrets sealed and out of the audit log', async () => {
    assert.equal(await links.create(north, annStamp), true)
    assert.equal(await links.create({ ...north, adapter: 'other' }, annStamp), false)
    const link = await links.find('north-bank')
    assert.deepEqual(
      [link?.adapter, link?.acquirerId, link?.isEnabled, link?.revision, link?.revisions.length],
      ['gateway', 'NORTH', true, 1, 1],
    )
    assert.deepEqual([link?.revisions[0]?.settings, link?.revisions[0]?.secrets], [north.settings, north.secrets])
    const { rows } = await world.database.query<{ text: string }>(
      `select coalesce(string_agg(t.row, ''), '') as text from (select to_jsonb(l)::text as row from link_revisions l
       union all select to_jsonb(a)::text from audit a) t`,
    )
    assert.ok(!rows[0]?.text.includes('first secret'))
    const [line] = await auditOf('north-bank')
    assert.deepEqual(line, {
      action: 'LINK_CREATED',
      subject: { ...north, secrets: ['password'] },
    })
  })

  it('change in place or with a new revision, and say so in the audit log without the secrets', async () => {
    await links.create({ ...north, linkId: 'south-bank' }, annStamp)
    const tuned = { revision: 1, settings: { ...north.settings, timeoutMs: 9 }, secrets: { password: 'new secret' } }
    await links.change('south-bank', () => ({ revision: tuned }), annStamp)
    const changed = await links.change(
      'south-bank',
      () => ({ revision: secondRevision, acquirerId: 'SOUTH' }),
      annStamp,
    )
    assert.ok(typeof changed === 'object')
    assert.deepEqual(
      changed.revisions.map(({ revision, change, settings, secrets }) => ({ revision, change, settings, secrets })),
      [
        { ...tuned, change: 2 },
        { ...secondRevision, change: 1 },
      ],
    )
    assert.deepEqual([changed.revision, changed.acquirerId], [2, 'SOUTH'])
    await links.change('south-bank', () => ({ isEnabled: false }), annStamp)
    await links.change('south-bank', () => ({ isEnabled: false }), annStamp)
    await links.change('south-bank', () => ({ isEnabled: true }), annStamp)
    assert.deepEqual((await auditOf('south-bank')).slice(1), [
      {
        action: 'LINK_CHANGED',
        subject: {
          linkId: 'south-bank',
          revision: 1,
          changed: { timeoutMs: { before: 5, after: 9 } },
          secrets: ['password'],
        },
      },
      {
        action: 'LINK_CHANGED',
        subject: {
          linkId: 'south-bank',
          revision: 2,
          changed: {
            acquirerId: { before: 'NORTH', after: 'SOUTH' },
            host: { before: 'a.example', after: 'b.example' },
            timeoutMs: { before: 9, after: null },
          },
          secrets: ['password'],
        },
      },
      { action: 'LINK_DISABLED', subject: { linkId: 'south-bank' } },
      { action: 'LINK_ENABLED', subject: { linkId: 'south-bank' } },
    ])
  })

  it('stay as they are when a change is refused, and are undefined where there is none', async () => {
    const before = await links.find('north-bank')
    assert.equal(await links.change('north-bank', () => 'REFUSED' as const, annStamp), 'REFUSED')
    assert.equal(await links.change<never>('nowhere', () => ({ isEnabled: false }), annStamp), undefined)
    assert.deepEqual(await links.find('north-bank'), before)
  })

  it('count open transactions on each revision, those from before links with the first one', async () => {
    assert.deepEqual(await links.countOpen('north-bank'), [])
  })

  it('are missing for the adapters that profiles of a release before links name, with the acquirer id that most have', async () => {
    const profileOf = (acquirerLink: object, others: object = {}) => ({ acquirerLink, ...others })
    const profiles = {
      OLD1: profileOf({ adapter: 'old', acquirerId: 'OLD' }),
      OLD2: profileOf({ adapter: 'old', acquirerId: 'OLD' }),
      OLD3: profileOf({ adapter: 'old', acquirerId: 'OTHER' }),
      KNOWN: profileOf({ adapter: 'north-bank', acquirerId: 'NORTH' }),
      LINKED: profileOf({ adapter: 'gateway', linkId: 'north-bank', acquirerId: 'NORTH' }),
      ROUTED: profileOf({ adapter: 'routed', acquirerId: 'R' }, { routes: [{ linkId: 'north-bank' }] }),
    }
    for (const [id, profile] of Object.entries(profiles))
      await world.database.query('insert into merchants (merchant_id, profile) values ($1, $2)', [id, profile])
    assert.deepEqual(await links.listUnlinkedAdapters(), [{ adapter: 'old', acquirerId: 'OLD' }])
  })

  it('open with their secrets when the data key was rotated, under the same seal', async () => {
    const { rows: sealed } = await world.database.query<{ key: string }>(
      `select secrets_key_id as key from link_revisions where link_id = 'north-bank'`,
    )
    await process.vault.rotate('DATA', 'ann')
    for (let step = 0; step < 4; step += 1) {
      await passTime(world.database, '8 days')
      await workOn(process.vault)
      await process.vault.refresh()
    }
    const { rows: resealed } = await world.database.query<{ key: string }>(
      `select secrets_key_id as key from link_revisions where link_id = 'north-bank'`,
    )
    assert.notEqual(resealed[0]?.key, sealed[0]?.key)
    const fresh = linksOf(await world.process(), world)
    assert.deepEqual((await fresh.find('north-bank'))?.revisions[0]?.secrets, north.secrets)
  })
})

/** One statement each, by an attacker without the keys. */
const attacks: readonly (readonly [what: string, text: string])[] = [
  [
    'another host',
    `update link_revisions set settings = settings || '{"host": "evil.example"}' where link_id = 'north-bank'`,
  ],
  ['an enabled link', `update links set is_enabled = not is_enabled where link_id = 'north-bank'`],
  ['another adapter', `update links set adapter = 'simulator' where link_id = 'north-bank'`],
  ['an older revision as the current one', `update links set revision = 1 where link_id = 'north-bank'`],
  [
    'the secrets of another revision',
    `update link_revisions n set secrets_sealed = o.secrets_sealed, secrets_key_id = o.secrets_key_id
     from link_revisions o where n.link_id = 'north-bank' and n.revision = 2 and o.link_id = 'north-bank' and o.revision = 1`,
  ],
  ['no secrets', `update link_revisions set secrets_sealed = null, secrets_key_id = null where link_id = 'north-bank'`],
  ['a revision less', `delete from link_revisions where link_id = 'north-bank' and revision = 1`],
  ['a link less', `delete from links where link_id = 'north-bank'`],
  ['no links at all', `with gone as (delete from links returning 1) delete from link_revisions where true`],
  ['a link more', `insert into links (link_id, adapter, acquirer_id, revision) values ('evil', 'gateway', 'EVIL', 1)`],
  ['a seal without links', `update access_rights_seals set digests = digests - 'LINKS' where merchant_id = ''`],
]

describe('links that were altered in the database', () => {
  let world: AccessRightsWorld
  before(async () => {
    const opened = await openWorld({ isProtected: true })
    world = opened.world
    await opened.links.create(north, annStamp)
    await opened.links.change('north-bank', () => ({ revision: secondRevision }), annStamp)
  })
  after(() => world.close())

  for (const [what, text] of attacks)
    it(`to ${what} are refused, neither read nor changed`, async () => {
      const client = await world.database.connect()
      const tables = ['links', 'link_revisions', 'access_rights_seals']
      for (const table of tables) await client.query(`create temp table kept_${table} as select * from ${table}`)
      try {
        await client.query(text)
        const links = linksOf(await world.process(), world)
        assert.notEqual(await faultIn(links.list()), 'accepted')
        assert.notEqual(
          await faultIn(links.change<never>('north-bank', () => ({ isEnabled: true }), annStamp)),
          'accepted',
        )
        assert.notEqual(await faultIn(links.create({ ...north, linkId: 'new' }, annStamp)), 'accepted')
      } finally {
        for (const table of tables) {
          await client.query(`delete from ${table}`)
          await client.query(`insert into ${table} select * from kept_${table}`)
          await client.query(`drop table kept_${table}`)
        }
        client.release()
      }
      assert.equal(await faultIn(linksOf(await world.process(), world).list()), 'accepted')
    })

  it('to an older revision with its seal are refused, too', async () => {
    const before = await world.database.query(`select * from access_rights_seals where merchant_id = ''`)
    const links = linksOf(await world.process(), world)
    await links.change('north-bank', () => ({ isEnabled: false }), annStamp)
    const { digests, key_id, mac, revision } = before.rows[0]
    await disableTriggers(world.database, 'access_rights_seals')
    await world.database.query(`update links set is_enabled = true where link_id = 'north-bank'`)
    await world.database.query(
      `update access_rights_seals set digests = $1, key_id = $2, mac = $3, revision = $4 where merchant_id = ''`,
      [JSON.stringify(digests), key_id, mac, revision],
    )
    assert.equal(await faultIn(linksOf(await world.process(), world).list()), 'OLDER_REVISION')
  })
})

describe('a seal over access rights made before links existed', () => {
  it('is valid while there are no links, and is made the same way for merchants', async () => {
    const { world, process, links } = await openWorld({ isProtected: true })
    const id = await world.board(process)
    const digestsOf = async (owner: string) => {
      const { rows } = await world.database.query('select digests from access_rights_seals where merchant_id = $1', [
        owner,
      ])
      return Object.keys(rows[0].digests).toSorted()
    }
    assert.deepEqual(await digestsOf(id), ['ACCESS', 'USERS', 'WEBHOOKS'])
    // The template has the sandbox's link; without it the operator's seal is as it was before there were links.
    await world.database.query('delete from link_revisions')
    await world.database.query('delete from links')
    await process.protection.adopt('', annStamp)
    assert.deepEqual(await digestsOf(''), ['ACCESS', 'USERS', 'WEBHOOKS'])
    assert.deepEqual(await links.list(), [])
    await links.create(north, annStamp)
    assert.deepEqual(await digestsOf(''), ['ACCESS', 'LINKS', 'USERS', 'WEBHOOKS'])
    assert.equal((await linksOf(await world.process(), world).list()).length, 1)
    await world.close()
  })
})
