// A merchant with something on every page of the console: long names, large amounts, and whatever waits or went wrong.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { Secret } from '../../../src/kernel/secret.ts'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import type { DisputeDetails } from '../../../src/payments/rules/dispute.ts'
import { signCertificate } from '../../../src/platform/certificates/sign-certificate.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { createWalletKey, requestIdentityCertificate } from '../../../src/wallets/operations/manage-wallets.ts'
import { apiPath, authorizeBody, captureBody, cardExpiring, payBody, refundBody, send } from '../clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../clients/console.ts'
import { notEnrolledCard } from '../clients/payer.ts'
import { newPaymentLink, newUnlimitedPaymentLink, openPaymentLink } from '../clients/payment-links.ts'
import { boardMerchant, makeCertificate, testerStamp } from '../fixtures/merchants.ts'
import { caughtUp } from '../fixtures/search-world.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { makeOrder } from './console-orders.ts'
import { giveStaleDevice, userWithPassword } from './console-users.ts'

export interface FilledMerchant {
  readonly merchantId: string
  readonly user: ConsoleUser
  readonly operators: ConsoleUser
  /** Has a device, and has to show it again before anything sensitive. */
  readonly careful: ConsoleUser
  /** Has a first password. */
  readonly newcomer: ConsoleUser
  readonly token: string
  readonly notificationId: string
  readonly paymentLinkId: string
  /** Of several currencies, with a fee. */
  readonly batch: { readonly acquirerId: string; readonly batch: string }
}

/** As long as the gateway takes them. */
export const longOrderId = 'a-long-order-id-0123456789-0123456789-xy'
const longName =
  'The Honourable Company of Merchants Trading in Teapots, Cups, Saucers and Other Fine Things of Porcelain'
const heldCard = { number: '4508750015741019', expiry: { month: '1', year: '39' }, securityCode: '100' }

/** What waits for a second user, beside credentials. */
async function requestChanges({ administration }: TestGateway, merchantId: string): Promise<void> {
  const { approvalRequests } = administration
  const link = { linkId: 'simulator', adapter: 'simulator', secrets: ['password'] }
  const changed = {
    url: { before: 'https://gateway.bank.example', after: 'https://gateway.new-bank.example' },
    poolSize: { before: null, after: 8 },
  }
  await approvalRequests.add('', { kind: 'LINK', action: 'UPDATE', ...link, changed }, {}, testerStamp())
  const routes = {
    before: [{ linkId: 'simulator', acquirerMerchantId: 'FILLED' }],
    after: [{ linkId: 'simulator', acquirerMerchantId: 'OTHER-ACCOUNT', terminals: ['T-1'] }],
  }
  const weakened = { routes, refundsNeedApproval: { before: true, after: false } }
  await approvalRequests.add(merchantId, { kind: 'PROFILE', changed: weakened }, {}, testerStamp())
  const permissions = { kind: 'PERMISSIONS', login: 'person', permissions: ['APPROVE'] } as const
  for (const owner of ['', merchantId]) await approvalRequests.add(owner, permissions, {}, testerStamp())
}

export async function fillMerchant(gateway: TestGateway): Promise<FilledMerchant> {
  const acquirerLink = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'FILLED' }
  const binRanges = [{ from: '450875', to: '450875', action: 'REVIEW' as const }]
  const risk = { ...noRiskRules, binRanges }
  const profile = { name: longName.slice(0, 100), acquirerLink, risk, refundsNeedApproval: true }
  const { id: merchantId } = await boardMerchant(gateway, { profile, passwords: [testPassword, `${testPassword}2`] })
  const user = await userWithPassword(gateway, { merchantId, login: 'person' })
  const { user: careful } = await giveStaleDevice(
    gateway,
    await userWithPassword(gateway, { merchantId, login: 'careful' }),
  )
  const newcomer = await signedIn(gateway, { merchantId, mustChangePassword: true })
  const operators = await operatorsUser(gateway)
  await signedIn(gateway, { merchantId, permissions: ['VIEW'] })
  await signedIn(gateway, { merchantId: '', permissions: ['VIEW'] })
  const url = 'https://localhost:9/notifications'
  await gateway.dependencies.webhookSettings.change(merchantId, { isEnabled: true, url }, testerStamp())
  await makeOrders(gateway, merchantId)
  await makeDisputes(gateway, merchantId)
  const token = await storeCard(gateway, merchantId)
  await caughtUp(gateway, merchantId)
  await requestChanges(gateway, merchantId)
  const asked = (method: string, rest: string, body?: object) =>
    ask(gateway, { method, path: ofMerchant(rest, merchantId), as: user, ...(body && { body }) })
  const listed = { list: 'SUSPECT', orderId: 'paid', transactionId: '1', note: 'Reported stolen' }
  const { cert } = await makeCertificate(gateway)
  for (const [rest, body] of [
    ['/risk/cards', listed],
    ['/certificates', { pem: cert, operations: ['RETRIEVE_ORDER', 'RETRIEVE_TRANSACTION'] }],
    ['/passwords', { name: 'settlement job', operations: ['CAPTURE', 'RETRIEVE_ORDER', 'RETRIEVE_EVENTS', 'VOID'] }],
    // It refunds, which needs a second user's approval here.
    ['/passwords', { name: 'refund desk', operations: ['REFUND'] }],
    ['/reporting-passwords', {}],
    ['/orders/paid/notes', { noteId: 'first', text: 'Mrs Lovelace called: one of the two cups is broken.' }],
    [
      '/orders/paid/notes',
      { noteId: 'second', text: `A photo was sent.\nShe wants\n– half of it back, or\n– another cup.` },
    ],
    ['/orders/own/refunds', { transactionId: 'please', amount: '40', currency: 'USD' }],
  ] as const) {
    const response = await asked('POST', rest, body)
    assert.ok(response.status < 300, `${rest}: ${response.text}`)
  }
  await setUpWallets(gateway, merchantId)
  await raiseAlerts(gateway, merchantId)
  await caughtUp(gateway, merchantId)
  // As if an acquirer had refused to undo it, which the simulator never does.
  await gateway.query(
    `update projected_transactions set is_reversal_refused = true where merchant_id = $1 and order_id = 'declined'`,
    [merchantId],
  )
  const { notificationId } = (await asked('GET', '/deliveries')).body.rows[0]
  const paymentLinkId = await makePaymentLinks(gateway, merchantId)
  const { acquirerId, batch } = (await asked('GET', '/batches')).body.rows[0]
  const ofBatch = { acquirerId, batch: String(batch) }
  return {
    merchantId,
    user: user,
    operators,
    careful,
    newcomer,
    token,
    notificationId,
    paymentLinkId,
    batch: ofBatch,
  }
}

async function makeOrders(gateway: TestGateway, merchant: string): Promise<void> {
  const make = (orderId: string, ...bodies: readonly object[]) => makeOrder(gateway, bodies, { merchant, orderId })
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0000' }
  const billing = { address: { street: '12 St James Square', city: 'London', postcodeZip: 'SW1Y 4JH', country: 'GBR' } }
  const shipping = { address: { street: 'Mustermannstr. 7', city: 'Berlin', postcodeZip: '10115', country: 'DEU' } }
  await make('paid-before', payBody({ customer, order: { amount: '1250.00', currency: 'EUR' } }))
  await make('declined-before', payBody({ customer, sourceOfFunds: cardExpiring('5', '39') }))
  const order = { amount: '24.90', currency: 'EUR', reference: 'Two cups' }
  await make('paid', payBody({ customer, billing, shipping, order, device: { ipAddress: '192.0.2.17' } }))
  await make('declined', payBody({ sourceOfFunds: cardExpiring('5', '39') }))
  await make('part', authorizeBody(), captureBody('30.00'), refundBody('5.00'))
  await make('asked', payBody(), refundBody('40.00', { priorApproval: 'REQUESTED' }))
  await make('asked-too', payBody(), refundBody('40.00', { priorApproval: 'REQUESTED' }))
  await make('own', payBody())
  await make('held', authorizeBody({ sourceOfFunds: { type: 'CARD', provided: { card: heldCard } } }))
  await make('yen', payBody({ order: { amount: '1980000', currency: 'JPY' } }))
  await make('dinar', payBody({ order: { amount: '12.345', currency: 'KWD' } }))
  await make(longOrderId, payBody({ order: { amount: '99999999999.99', currency: 'USD', reference: longOrderId } }))
}

/** A case in each state, one of them overdue, and a fee. */
async function makeDisputes(gateway: TestGateway, merchantId: string): Promise<void> {
  const record = (orderId: string, type: 'CHARGEBACK' | 'FUNDING', details: object) =>
    recordProviderEvent(
      { key: { merchantId, orderId }, type, amount: '24.5', currency: 'USD', userId: 'operator/root', ...details },
      gateway.dependencies,
    )
  const cases: readonly (readonly [string, DisputeDetails])[] = [
    ['disputed', { state: 'PENDING', respondBy: '2999-11-30' }],
    ['overdue', { state: 'INFORMATION_REQUESTED', respondBy: '2026-01-31' }],
    ['won', { state: 'WON' }],
    ['lost', { state: 'LOST' }],
  ]
  for (const [orderId, dispute] of cases) {
    await makeOrder(gateway, [payBody()], { merchant: merchantId, orderId })
    await record(orderId, 'CHARGEBACK', { dispute, reference: `CASE-${orderId}`, note: 'Goods not received' })
  }
  await record('own', 'FUNDING', { amount: '1.15', note: 'Processing of the payment' })
  await record('paid-fee', 'FUNDING', { amount: '0.35', note: 'Processing, March' })
}

/** In every state; the one returned is open, for several payments, and was paid once. */
async function makePaymentLinks(gateway: TestGateway, merchantId: string): Promise<string> {
  await (
    await openPaymentLink(
      gateway,
      (
        await newPaymentLink(gateway, merchantId, { orderIdBase: 'INV-16' })
      ).paymentLinkId,
    ).payer()
  ).pay(notEnrolledCard)
  const disabled = await newPaymentLink(gateway, merchantId, {
    orderIdBase: 'INV-18',
    description: longName.slice(0, 100),
  })
  await gateway.dependencies.paymentLinks.disable(disabled, testerStamp())
  const expired = await newPaymentLink(gateway, merchantId, { expiresAt: new Date(Date.now() + 60_000) })
  await gateway.query(`update payment_links set expires_at = now() - interval '1 day' where payment_link_id = $1`, [
    expired.paymentLinkId,
  ])
  await newUnlimitedPaymentLink(gateway, merchantId, {
    amount: { kind: 'OPEN', minMinor: 500n, maxMinor: 100_000_000n },
    description: 'Donations',
    orderIdBase: 'DONATION',
  })
  const open = await newPaymentLink(gateway, merchantId, {
    description: 'Ticket for the summer concert',
    orderIdBase: 'TICKET',
    usesMax: 200,
    expiresAt: new Date('2999-06-30T18:00:00Z'),
  })
  await (await openPaymentLink(gateway, open.paymentLinkId).payer()).pay(notEnrolledCard)
  return open.paymentLinkId
}

async function storeCard({ listeners }: TestGateway, merchant: string): Promise<string> {
  const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
  const { body } = await send(listeners.httpUrl ?? '', {
    method: 'POST',
    path: apiPath('/token', { merchant }),
    body: { sourceOfFunds: { type: 'CARD', provided: { card } } },
    login: `merchant.${merchant}:${testPassword}`,
  })
  return body.token
}

/** Apple Pay with a certificate that ends within days, a request for the next one and a key in use; Google Pay with a key alone. */
async function setUpWallets(gateway: TestGateway, merchantId: string): Promise<void> {
  const { dependencies } = gateway
  const by = testerStamp()
  for (const [wallet, identifier] of [
    ['APPLE_PAY', 'merchant.com.example.teapots-cups-and-saucers'],
    ['APPLE_PAY', 'merchant.com.example.teapots-cups-and-saucers'],
    ['GOOGLE_PAY', 'BCR2DN4TZXCFW3QX'],
  ] as const)
    await createWalletKey({ merchantId, wallet, identifier }, by, dependencies)
  const [used] = await dependencies.walletKeys.list(merchantId)
  if (used) await dependencies.walletKeys.putInUse(used, by)
  const displayName = longName.slice(0, 64)
  const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const dates = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 10 * 86_400_000) }
  const pem = await signCertificate({ commonName: 'merchant', key, use: 'client', ...dates })
  const identity = {
    certificate: { pem, expiresAt: dates.notAfter },
    privateKey: new Secret('CREDENTIAL', key.export({ format: 'pem', type: 'pkcs8' }).toString()),
  }
  await dependencies.walletPages.set({ merchantId, wallet: 'APPLE_PAY', displayName, country: 'GBR', identity }, by)
  await requestIdentityCertificate(merchantId, by, dependencies)
}

/** As changes of settings write them, with a value that is too long for a line. */
async function raiseAlerts({ dependencies }: TestGateway, merchantId: string): Promise<void> {
  const by = { actor: 'operator/ann', at: new Date() }
  const controls = { refundsNeedApproval: { before: true, after: false } }
  await dependencies.audit.append({ merchantId, action: 'CONTROLS_WEAKENED', subject: { controls }, ...by })
  const changed = {
    url: { before: 'https://gateway.bank.example/api/rest', after: 'https://gateway.other-bank.example/api/rest' },
    ca: { before: null, after: `-----BEGIN CERTIFICATE-----${'MIIB'.repeat(200)}` },
    timeoutMs: { before: 30_000, after: 20_000 },
  }
  const subject = { linkId: 'simulator', revision: 2, changed, secrets: ['password'] }
  await dependencies.audit.append({ merchantId: '', action: 'LINK_CHANGED', subject, ...by })
  const day = { from: new Date('2026-11-16T00:00:00Z'), until: new Date('2026-11-17T00:00:00Z') }
  await dependencies.userMails.addSummary({ ...day, counts: { LINK_CHANGED: 2, CONTROLS_WEAKENED: 1 } }, [], by.at)
}
