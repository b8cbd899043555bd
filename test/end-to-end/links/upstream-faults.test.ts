// A real gateway on a bad way to the upstream: faults by a seed hit payments, inquiries and reversals alike, and recovery
// goes on until every attempt is definite or in manual resolution. `LINK_FAULT_PAYMENTS=5000 npm test -- upstream-faults`
// makes thousands of them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../../src/kernel/gateway-code.ts'
import { pickRandom, seeded } from '../../support/builders/seeded.ts'
import { until } from '../../support/checks/poll.ts'
import { cardSource, payBody } from '../../support/clients/client.ts'
import { openShop, settleEverything } from '../../support/clients/shop.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import {
  connectionFaults,
  type FaultyUpstream,
  openFaultyUpstream,
  upstreamFaults,
} from '../../support/sites/faulty-upstream.ts'
import { certificateFor, makeAuthority } from '../../support/sites/tls-server.ts'

const seed = 20_261_117
const payments = Number(process.env['LINK_FAULT_PAYMENTS'] ?? 100)
const clients = 16
const linkId = 'bad-way'
const merchant = 'BADWAY'

let both: TwoGateways
let upstream: FaultyUpstream
before(async () => {
  both = await openTwoGateways()
  const authority = await makeAuthority()
  upstream = await openFaultyUpstream(await certificateFor({ issuer: authority }))
  const ofBank = ['--url', upstream.url, `--ca=${authority.certificatePem}`, '--password-env', 'BANK_PASSWORD']
  // The breaker is tested elsewhere: here every request shall meet its fault.
  const tuning = ['--request-timeout-ms', '300', '--late-arrival-ms', '1000', '--failures-max', '1000']
  const words = ['link', 'create', linkId, '--adapter', 'gateway', ...ofBank, ...tuning]
  await both.site.operate(words, { BANK_PASSWORD: 'any' })
  await until(() => both.production.dependencies.acquirers.current(linkId) !== undefined, 'the gateway knows the link')
})
after(() => upstream.close())

interface Attempt {
  readonly reference: string
  readonly code: GatewayCode | null
  readonly isManual: boolean
}

describe('payments of a real gateway over a bad link', () => {
  it(`are all definite, or in manual resolution, and as the upstream has them (seed ${seed})`, async (t) => {
    const { production, site } = both
    const ofShop = ['--currencies', 'USD', '--link', linkId, '--acquirer-merchant-id', 'BANK1']
    const { password } = await site.operate(['merchant', 'create', merchant, ...ofShop])
    const shop = openShop(production, merchant, password)
    const random = seeded(seed)
    // A reversal asks first and then sends: with as many faults there, it would take long until one gets through.
    upstream.planOthers(({ method, path }) => {
      const isPayment = method === 'PUT' && !/-RF?\d*$/.test(path)
      return random() < (isPayment ? 0.4 : 0.8) ? 'NONE' : pickRandom(upstreamFaults, random)
    })
    upstream.planConnections(() => (random() < 0.9 ? 'NONE' : pickRandom(connectionFaults, random)))
    const acquirer =
      production.dependencies.acquirers.of({ linkId, adapter: 'gateway' }) ??
      assert.fail('the gateway has no such link')
    let left = payments
    const pay = async () => {
      for (; left > 0; ) {
        left -= 1
        const isRefused = random() < 0.02
        // Declined by its last digits; settled at once by its amount, so that a void is refused and a refund undoes it.
        const sourceOfFunds = cardSource(random() < 0.2 ? { number: '5123450000000016' } : {})
        const amount = random() < 0.2 ? '1000000.00' : '10.00'
        const send = () => shop.put(payBody({ sourceOfFunds, order: { amount, currency: 'USD' } }))
        const { status, body } = await (isRefused ? upstream.refusing(send) : send())
        assert.ok(status === 200 || status === 201)
        // While the link is down nothing is sent, and nothing would meet its fault.
        if (body.response.gatewayCode === 'ACQUIRER_SYSTEM_ERROR')
          await until(() => acquirer.isReachable(), 'the link is up')
      }
    }
    await Promise.all(Array.from({ length: clients }, pay))
    upstream.planConnections(() => 'NONE')
    // All of them were answered or given up: none can be sent any more, and the late-arrival time begins.
    await production.query(
      'update transactions set sendable_until = now() where merchant_id = $1 and sendable_until > now()',
      [merchant],
    )
    await settleEverything(production, merchant)

    const attempts = await production.query<Attempt>(
      `select acquirer_reference as reference, gateway_code as code, manual_resolution is not null as "isManual"
       from transactions where merchant_id = $1`,
      [merchant],
    )
    assert.equal(attempts.length, payments)
    const isOpen = ({ code }: Attempt) => code === null || gatewayCodes[code].isOpen
    assert.deepEqual(
      attempts.filter((attempt) => isOpen(attempt) && !attempt.isManual),
      [],
    )
    const isPaid = ({ code }: Attempt) => code !== null && gatewayCodes[code].result === 'SUCCESS'
    assert.deepEqual(
      attempts.filter((attempt) => !attempt.isManual && isPaid(attempt) !== upstream.isStanding(attempt.reference)),
      [],
      'both have the same money',
    )
    const sent = upstream.received.filter(({ method, path }) => method === 'PUT' && !/-RF?\d*$/.test(path))
    assert.equal(new Set(sent.map(({ path }) => path)).size, sent.length, 'no payment was sent twice')
    assert.ok(attempts.some(isPaid) && attempts.some((attempt) => !isPaid(attempt)))
    const reversed = upstream.received.filter(({ method, path }) => method === 'PUT' && /-RF?\d*$/.test(path))
    const unsent = attempts.filter(({ reference }) => !sent.some(({ path }) => path.endsWith(`/${reference}`)))
    t.diagnostic(
      `${attempts.length} payments: ${attempts.filter(isPaid).length} paid, ${unsent.length} not sent, ` +
        `${attempts.filter(({ isManual }) => isManual).length} in manual resolution; ` +
        `${reversed.length} reversals sent, ${upstream.connections()} connections`,
    )
  })
})
