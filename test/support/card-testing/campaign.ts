// Card testing on the pages and hosted fields of a merchant, at any size, with honest payers of the same merchant in between.
// What reached the acquirer is read from the acquirer's books, not from what the gateway answers.
import assert from 'node:assert/strict'
import { type ApiResponse, apiPath, type ClientRequest, cardSource } from '../clients/client.ts'
import { card, declinedCard, type FormFields, formText } from '../clients/payer.ts'
import { cardNumberIn } from '../clients/probe.ts'

/** The gateways under attack, behind the balancer that passes on the client's address. */
export interface AttackedGateways {
  readonly merchant: string
  readonly password: string
  ask(gateway: number, sent: ClientRequest & { readonly from?: string }): Promise<ApiResponse>
  query<Row extends object>(sql: string, values: readonly unknown[]): Promise<readonly Row[]>
}

export interface Campaign {
  readonly name: string
  /** Over how many processes, and how many at a time. */
  readonly processes: number
  readonly parallel: number
  /** What the default limits let through in any case: with fewer, something else has stopped the probes. */
  readonly reachedMin: number
  /** The number of probes that may reach the acquirer. */
  readonly reachedMax: number
  readonly probe: (n: number) => Payment
}

interface Payment {
  readonly from: string
  readonly fields: FormFields
}

export interface CampaignRun {
  readonly probes: number
  readonly honest: number
  readonly say?: (line: string) => void
}

export interface CampaignFigures {
  readonly probes: number
  /** Of the probes, by the acquirer's books. */
  readonly reached: number
  /** Of the probes, as transactions. */
  readonly blocked: number
  readonly honest: number
  readonly honestReached: number
  readonly honestApproved: number
  readonly seconds: number
}

const oneAddress = '192.0.2.66'
/** Addresses in a documentation network; as many different ones as requested. */
const addressOf = (network: '198.18' | '198.19', n: number) =>
  `${network}.${Math.floor(n / 250) % 250}.${(n % 250) + 1}`

export const campaigns: readonly Campaign[] = [
  {
    name: 'one address with many cards',
    processes: 1,
    parallel: 16,
    reachedMin: 15,
    reachedMax: 20,
    probe: (n) => ({
      from: oneAddress,
      fields: { ...declinedCard, cardNumber: cardNumberIn(String(510_000 + (n % 5_000)), n) },
    }),
  },
  {
    name: 'a thousand addresses with one BIN',
    processes: 1,
    parallel: 16,
    reachedMin: 15,
    reachedMax: 20,
    probe: (n) => ({
      from: addressOf('198.18', n % 1_000),
      fields: { ...declinedCard, cardNumber: cardNumberIn('555555', n) },
    }),
  },
  {
    name: 'one card with many security codes',
    processes: 1,
    parallel: 16,
    reachedMin: 10,
    reachedMax: 20,
    // Some issuers decline a wrong code, others approve and say that it was wrong.
    probe: (n) => ({
      from: addressOf('198.18', n),
      fields:
        n % 2 === 0
          ? { ...declinedCard, securityCode: String(n % 1_000).padStart(3, '0') }
          : { ...card, securityCode: '102' },
    }),
  },
  {
    name: '64 in parallel over two processes',
    processes: 2,
    parallel: 64,
    reachedMin: 15,
    reachedMax: 20 + 64,
    probe: (n) => ({ from: oneAddress, fields: { ...declinedCard, cardNumber: cardNumberIn('555555', n) } }),
  },
]

/** Of a few issuers, as a shop has them; one in twenty is declined. Every tenth payer is in one office, behind one address. */
function honestPayment(n: number): Payment {
  const isDeclined = n % 20 === 7 || n % 200 === 190
  return {
    from: n % 10 === 0 ? '198.51.100.1' : addressOf('198.19', n),
    fields: { ...(isDeclined ? declinedCard : card), cardNumber: cardNumberIn(`45087${n % 7}`, n) },
  }
}

export async function runCampaign(
  { probe, parallel, processes }: Campaign,
  { probes, honest, say }: CampaignRun,
  gateways: AttackedGateways,
): Promise<CampaignFigures> {
  const startMs = performance.now()
  let begun = 0
  let paid = 0
  /** Takes the next probe, and the honest payments that are due by then, until there are none left. */
  async function work(): Promise<void> {
    while (begun < probes) {
      const n = begun
      begun += 1
      const due = Math.ceil((begun * honest) / probes)
      const payers = Array.from({ length: due - paid }, (_, at) => paid + at)
      paid = due
      if (begun % 1_000 === 0) say?.(`${begun} probes, ${paid} honest payments`)
      await Promise.all([
        pay(gateways, n % processes, { ...probe(n), orderId: `probe-${n}`, isInFields: n % 4 === 3 }),
        ...payers.map((each) =>
          pay(gateways, each % processes, {
            ...honestPayment(each),
            orderId: `honest-${each}`,
            isInFields: each % 4 === 3,
          }),
        ),
      ])
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  const [probed, bought] = [await booked(gateways, 'probe-%'), await booked(gateways, 'honest-%')]
  return {
    probes,
    reached: probed.reached,
    blocked: probed.blocked,
    honest,
    honestReached: bought.reached,
    honestApproved: bought.approved,
    seconds,
  }
}

/** Fails with the figures when too many probes reached the acquirer, or fewer than the limits let through, or an honest payment did not. */
export function assertStopped({ reachedMin, reachedMax, name }: Campaign, figures: CampaignFigures): void {
  const { reached, probes, honest, honestReached } = figures
  const found = `${name}: ${JSON.stringify(figures)}`
  assert.ok(reached <= reachedMax, `too many probes reached the acquirer: ${found}`)
  assert.ok(reached >= Math.min(reachedMin, probes), `something else stopped the probes: ${found}`)
  assert.equal(honestReached, honest, `honest payments were refused: ${found}`)
}

interface PagePayment extends Payment {
  readonly orderId: string
  readonly isInFields: boolean
}

/** Of the API, and of a page. */
const refusals = ['REQUEST_REJECTED', 'This payment was not accepted.']

async function pay(gateways: AttackedGateways, gateway: number, payment: PagePayment): Promise<void> {
  const { status, text } = payment.isInFields
    ? await payWithFields(gateways, gateway, payment)
    : await payOnPage(gateways, gateway, payment)
  // Approved, declined or refused; anything else would be a campaign that tests nothing.
  const isExpected = [200, 201, 303].includes(status) || refusals.some((words) => text.includes(words))
  assert.ok(isExpected, `${payment.orderId}: ${status} ${text.slice(0, 500)}`)
}

const order = { amount: '1.00', currency: 'USD' }

/** The shop opens a page, the payer's browser loads it and posts its form. */
async function payOnPage(
  gateways: AttackedGateways,
  gateway: number,
  { orderId, from, fields }: PagePayment,
): Promise<ApiResponse> {
  const id = await openSession(gateways, gateway, {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: {
      operation: 'PURCHASE',
      returnUrl: 'https://shop.example/done',
      action: { '3DSecure': 'BYPASS' },
    },
    order: { id: orderId, ...order },
  })
  const path = `/checkout/pay/${id}`
  const page = await gateways.ask(gateway, { path, login: null, from })
  assert.equal(page.status, 200, page.text)
  return gateways.ask(gateway, {
    method: 'POST',
    path,
    login: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bytes: formText({ ...fields, attempt: '1' }),
    from,
  })
}

/** The shop opens a session, hosted fields in the payer's browser fill it, the shop pays with it. */
async function payWithFields(
  gateways: AttackedGateways,
  gateway: number,
  { orderId, from, fields }: PagePayment,
): Promise<ApiResponse> {
  const { merchant } = gateways
  const id = await openSession(gateways, gateway)
  const { cardNumber: number = '', expiryMonth: month, expiryYear: year, securityCode } = fields
  const filled = await gateways.ask(gateway, {
    method: 'PUT',
    path: apiPath(`/session/${id}`, { merchant }),
    login: `merchant.${merchant}:${id}`,
    body: { sourceOfFunds: cardSource({ number: number.replaceAll(' ', ''), expiry: { month, year }, securityCode }) },
    from,
  })
  assert.equal(filled.status, 200, filled.text)
  return gateways.ask(gateway, {
    method: 'PUT',
    path: apiPath(`/order/${orderId}/transaction/1`, { merchant }),
    login: shopOf(gateways),
    body: { apiOperation: 'PAY', order, session: { id } },
  })
}

async function openSession(gateways: AttackedGateways, gateway: number, body?: object): Promise<string> {
  const { merchant } = gateways
  const response = await gateways.ask(gateway, {
    method: 'POST',
    path: apiPath('/session', { merchant }),
    login: shopOf(gateways),
    ...(body && { body }),
  })
  assert.equal(response.status, 201, response.text)
  return response.body.session.id
}

const shopOf = ({ merchant, password }: AttackedGateways) => `merchant.${merchant}:${password}`

interface Booked {
  readonly reached: number
  readonly approved: number
  readonly blocked: number
}

/** What the acquirer was asked about orders with such ids, and what was recorded as blocked. */
async function booked({ merchant, query }: AttackedGateways, orderIds: string): Promise<Booked> {
  const [row] = await query<Booked>(
    `select count(b.reference)::int as reached, count(*) filter (where b.is_approved)::int as approved,
            count(*) filter (where t.gateway_code = 'BLOCKED')::int as blocked
     from transactions t left join simulated_acquirer.book b on b.reference = t.acquirer_reference
     where t.merchant_id = $1 and t.order_id like $2`,
    [merchant, orderIds],
  )
  return row ?? { reached: 0, approved: 0, blocked: 0 }
}
