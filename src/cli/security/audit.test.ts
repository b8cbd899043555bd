import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AuditWorld, openAuditWorld } from '../../../test/support/fixtures/audit-world.ts'
import { testEnvironment } from '../../../test/support/gateway/database.ts'
import type { Command } from '../command.ts'
import { processTerminal } from '../terminal.ts'
import { auditList, auditVerify } from './audit.ts'

let world: AuditWorld
let env: Record<string, string> = {}
before(async () => {
  world = await openAuditWorld()
  env = testEnvironment(new URL(world.connectionString).pathname.slice(1))
  // The entries of the sandbox's seeding come first in the chain.
  await world.chain()
  await world.write('TESTMERCHANT', 5)
  await world.chain()
})
after(() => world.close())

async function tryRun(command: Command, ...words: readonly string[]) {
  const ready = command.read(words)
  return typeof ready === 'function' ? ready({ env, isJson: true, terminal: processTerminal }) : ready
}

async function run(command: Command, ...words: readonly string[]) {
  const result = await tryRun(command, ...words)
  if (result.kind !== 'DONE') return assert.fail(JSON.stringify(result))
  return { text: result.text, data: JSON.parse(JSON.stringify(result.data)), isBad: result.hasProblems === true }
}

/** Entries from the sandbox's seeding are not part of this test. */
async function lastPosition(): Promise<number> {
  return (await run(auditVerify, 'TESTMERCHANT')).data.audits[0].lines
}

describe('audit list', () => {
  it('shows who did what, newest first, and where the next page begins', async () => {
    const { text, data } = await run(auditList, 'TESTMERCHANT', '--limit', '2', '--action', 'ORDER_REVIEWED')
    const last = await lastPosition()
    assert.deepEqual(
      data.lines.map(({ position, action, subject }: { position: number; action: string; subject: object }) => [
        position,
        action,
        subject,
      ]),
      [
        [last, 'ORDER_REVIEWED', { orderId: 'order-5', amount: '10.00' }],
        [last - 1, 'ORDER_REVIEWED', { orderId: 'order-4', amount: '10.00' }],
      ],
    )
    assert.match(text, /^POSITION +TIME +ACTOR +ACTION +SUBJECT\n/)
    assert.ok(text.endsWith(`More results: --after ${data.next}`))
    const rest = await run(auditList, 'TESTMERCHANT', '--action', 'ORDER_REVIEWED', '--after', data.next)
    assert.equal(rest.data.lines.length, 3)
    assert.equal(rest.data.next, undefined)
  })

  it('shows the operator’s entries, and their actors', async () => {
    const { data } = await run(auditList, '--operator', '--actor', 'gateway')
    assert.ok(data.lines.every(({ action }: { action: string }) => action === 'AUDIT_BEGUN'))
    assert.ok(data.lines.length > 0)
    assert.equal((await run(auditList, '--operator', '--actor', 'nobody')).text, 'No audit log entries.')
  })

  it('is refused without a merchant, with an unknown one, and with an unknown cursor', async () => {
    const misused = [[], ['TESTMERCHANT', '--operator'], ['TESTMERCHANT', '--after', 'x'], ['--action', 'what?']]
    for (const words of misused) assert.equal((await tryRun(auditList, ...words)).kind, 'MISUSED', words.join(' '))
    assert.equal((await tryRun(auditList, 'NOBODY')).kind, 'REFUSED')
  })
})

describe('audit verify', () => {
  it('reports that all entries are unaltered, and the end of each chain', async () => {
    for (const words of [[], ['--all']]) {
      const { text, data, isBad } = await run(auditVerify, ...words)
      assert.equal(isBad, false)
      assert.equal(data.isAsWritten, true)
      const names = data.audits.map(({ merchantId }: { merchantId: string | null }) => merchantId)
      assert.ok(names.includes(null) && names.includes('TESTMERCHANT'))
      assert.match(text, /All chained entries are intact\.$/)
    }
    const [only] = (await run(auditVerify, '--operator')).data.audits
    assert.equal(only.merchantId, null)
    assert.match(only.end, /^\d+:[0-9a-f]{64}$/)
  })

  it('names the wrong entry, its position, time and merchant, and exits with a failure', async () => {
    await world.write('TESTSUPPLIED', 5)
    await world.chain()
    const last = (await run(auditVerify, 'TESTSUPPLIED')).data.audits[0].lines
    await world.allowChanges()
    await world.query(`update audit set actor = 'eve' where merchant_id = 'TESTSUPPLIED' and position = ${last - 1}`)
    await world.query(`delete from audit where merchant_id = 'TESTSUPPLIED' and position = ${last - 3}`)
    const { text, data, isBad } = await run(auditVerify)
    assert.equal(isBad, true)
    assert.equal(data.isAsWritten, false)
    const { faults, faultCount } = data.audits.find(
      ({ merchantId }: { merchantId: string }) => merchantId === 'TESTSUPPLIED',
    )
    assert.equal(faultCount, 2)
    const [altered, removed] = faults
    assert.deepEqual([altered.kind, altered.position, altered.actor], ['ALTERED', last - 1, 'eve'])
    assert.deepEqual([removed.kind, removed.from, removed.to], ['REMOVED', last - 3, last - 3])
    assert.match(text, /The audit log of TESTSUPPLIED has been altered:/)
    assert.match(text, /ALTERED +\d+ +does not match its hash: 2026-\S+Z eve ORDER_REVIEWED \(audit_id \d+\)/)
    assert.match(text, /REMOVED +\d+ +an entry is missing, after the one of \S+Z, before the one of \S+Z/)
    assert.equal((await run(auditVerify, 'TESTMERCHANT')).isBad, false)
  })

  it('distinguishes entries that have been unchained for long from entries that are wrong', async () => {
    await world.write('TESTUNIQUE', 2, { at: new Date(Date.now() - 3_600_000) })
    const { text, data, isBad } = await run(auditVerify, 'TESTUNIQUE')
    assert.deepEqual([isBad, data.isAsWritten, data.audits[0].waiting.isLate], [true, true, true])
    assert.match(text, /All chained entries are intact\.\n\n\d+ entries of TESTUNIQUE not chained yet since \S+Z/)
  })

  it('compares with a hash that was noted earlier', async () => {
    const { end } = (await run(auditVerify, 'TESTMERCHANT')).data.audits[0]
    assert.equal((await run(auditVerify, 'TESTMERCHANT', '--known', end)).isBad, false)
    const other = `${await lastPosition()}:${'a'.repeat(64)}`
    const { data, isBad } = await run(auditVerify, 'TESTMERCHANT', '--known', other)
    assert.deepEqual([isBad, data.audits[0].faults[0].kind], [true, 'NOT_KNOWN'])
  })

  it('is refused with contradictory options, and for a merchant that does not exist', async () => {
    const misused = [
      ['TESTMERCHANT', '--all'],
      ['--operator', '--all'],
      ['--known', `1:${'a'.repeat(64)}`],
      ['--known', 'x'],
    ]
    for (const words of misused) assert.equal((await tryRun(auditVerify, ...words)).kind, 'MISUSED', words.join(' '))
    assert.equal((await tryRun(auditVerify, 'NOBODY')).kind, 'REFUSED')
  })
})
