// A gateway that is killed while its payer pays: another one finds out what became of the payment, and nobody pays twice.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { createTestDatabase, databaseUrl, testEnvironment } from '../support/database.ts'
import { until } from '../support/embedded-kit.ts'
import { newCheckout, openPayer, redirectOf } from '../support/payer.ts'
import { makeSite, type ReadyGateway } from '../support/process.ts'

const doorsOf = ({ httpUrl }: ReadyGateway) => ({ doors: { httpUrl } }) as Parameters<typeof newCheckout>[0]

it('a payer whose gateway was killed is told the truth by the next one', async (t) => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl(database), max: 2 })
  t.after(() => pool.end())
  const site = await makeSite(t)
  const environment = testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir })
  const first = await site.start(environment)
  const checkout = await newCheckout(doorsOf(first), { order: { reference: 'SIM-SLOW-20000' } })
  const lost = openPayer(doorsOf(first), checkout.sessionId)
    .pay()
    .catch(() => undefined)
  const isAsked = async () => (await pool.query('select from simulated_acquirer.book')).rows.length > 0
  await until(isAsked, 'the acquirer has the payment')
  first.kill('SIGKILL')
  await first.exited
  assert.equal(await lost, undefined)

  const payer = openPayer(doorsOf(await site.start(environment)), checkout.sessionId)
  const waiting = await payer.open()
  assert.equal(waiting.status, 200)
  assert.doesNotMatch(waiting.text, /cardNumber/)
  await pool.query('update transactions set deadline_at = now() where deadline_at > now()')
  await until(async () => (await payer.open()).text !== waiting.text, 'recovery has decided')

  const end = await payer.open()
  const { rows } = await pool.query<{ gateway_code: string; standing: number }>(
    `select t.gateway_code, (select count(*)::int from simulated_acquirer.standing) as standing from transactions t`,
  )
  assert.equal(rows.length, 1)
  const isPaid = rows[0]?.gateway_code === 'APPROVED'
  assert.equal(rows[0]?.standing, isPaid ? 1 : 0, 'both sides agree')
  if (isPaid) assert.equal(redirectOf(end)[1]['resultIndicator'], checkout.successIndicator)
  else assert.match(end.text, /name="attempt" value="2"/)
})
