// A gateway with everything that a payer, a payer's device or a provider can have in hand: sessions, pages, payment links, tokens of redirects.
import assert from 'node:assert/strict'
import { authenticateBody, initiateBody as initiateAuthentication } from '../clients/access-control.ts'
import { initiateBody, openPayer } from '../clients/browser-payment.ts'
import { newOrderId } from '../clients/client.ts'
import { newCheckout } from '../clients/payer.ts'
import { newUnlimitedPaymentLink } from '../clients/payment-links.ts'
import { openSessions } from '../clients/sessions.ts'
import { openShop } from '../clients/shop.ts'
import { openWalletWorld } from '../fixtures/wallet-world.ts'

export type HostileWorld = Awaited<ReturnType<typeof openHostileWorld>>

/** A session's id serves as a password 25 times at most, and a payer's refused payloads are counted: a few uses each. */
const usesMax = 7

/** What the pages ask for beside the card. */
export const payersDetails = {
  email: 'payer@example.com',
  billingStreet: '1 Main Street',
  billingCity: 'Berlin',
  billingPostcodeZip: '10115',
  billingCountry: 'DEU',
}

/** Behind a balancer, whose connections begin with a PROXY protocol header, and behind a proxy, whose forwarding header counts. */
export const trustedProxy = '192.0.2.10'
const behindProxies = {
  TOLLGATE_HOST: '127.0.0.1',
  TOLLGATE_PROXY_PROTOCOL_FROM: '127.0.0.0/8',
  TOLLGATE_FORWARDED_FROM: trustedProxy,
}

export async function openHostileWorld() {
  const wallets = await openWalletWorld(behindProxies)
  const { gateway } = wallets
  const merchant = await wallets.boardWithPages()
  const shop = openShop(gateway, merchant)
  const sessions = openSessions(gateway, merchant)
  let addresses = 0

  /** Another one after a few uses. */
  function renewed(make: () => Promise<string>): () => Promise<string> {
    let present = ''
    let uses = usesMax
    return async () => {
      if (uses >= usesMax) {
        present = await make()
        uses = 0
      }
      uses += 1
      return present
    }
  }

  async function tokenOf(orderId: string): Promise<string> {
    return openPayer(gateway).tokenOf({ orderId, transactionId: '1' })
  }

  async function providersToken(): Promise<string> {
    const orderId = newOrderId()
    const { status, text } = await shop.put(initiateBody(), { orderId })
    assert.equal(status, 201, text)
    return tokenOf(orderId)
  }

  async function banksToken(): Promise<string> {
    const orderId = newOrderId()
    const begun = await shop.put(initiateAuthentication(), { orderId })
    assert.equal(begun.status, 201, begun.text)
    const asked = await shop.put(authenticateBody(), { orderId })
    assert.ok(asked.status < 300, asked.text)
    return tokenOf(orderId)
  }

  const order = { amount: '10.00', currency: 'USD' }
  const paymentLink = await newUnlimitedPaymentLink(gateway, merchant, { amount: { kind: 'OPEN' } })
  const orders = new Map<string, string>()
  const interaction = { displayControl: { billingAddress: 'MANDATORY', customerEmail: 'MANDATORY' } }
  return {
    gateway,
    merchant,
    wallets,
    shop,
    sessions,
    paymentLinkId: paymentLink.paymentLinkId,
    providersToken: await providersToken(),
    banksToken: await banksToken(),
    /** A session that a device may fill. */
    deviceSession: renewed(async () => {
      const [id, orderId] = [await sessions.open({ session: { authenticationLimit: 25 } }), newOrderId()]
      await sessions.update(id, { order: { ...order, id: orderId } })
      orders.set(id, orderId)
      return id
    }),
    /** The order that a device's session is for. */
    orderOf: (sessionId: string) => orders.get(sessionId) ?? assert.fail('no session of a device'),
    pageSession: renewed(async () => (await newCheckout(gateway, { merchant, order, interaction })).sessionId),
    /** Older pages take values from the post that opens them. */
    oldPageSession: renewed(
      async () =>
        (
          await newCheckout(gateway, {
            merchant,
            order,
            version: 45,
            interaction: { operation: undefined, action: undefined },
          })
        ).sessionId,
    ),
    /** Each request comes from another network. */
    newAddress(): string {
      addresses += 1
      return `10.${(addresses >> 16) & 0xff}.${(addresses >> 8) & 0xff}.${addresses & 0xff}`
    },
    close: () => wallets.close(),
  }
}
