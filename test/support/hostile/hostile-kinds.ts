// Requests of strangers and payers that a process could remember something of: each has names, addresses and ids that were never used before.
import assert from 'node:assert/strict'
import { consoleRoot } from '../../../src/console/routes.ts'
import { reportsPath } from '../../../src/platform/http/page-headers.ts'
import { addition, askThrough, proxyHeader } from '../clients/balancer.ts'
import { apiPath, type ClientRequest, inject } from '../clients/client.ts'
import { testPassword } from '../gateway/database.ts'
import { members } from './floods.ts'
import { type HostileWorld, payersDetails, trustedProxy } from './hostile-world.ts'

export interface HostileKind {
  /** Any other would say that the request has not reached what it is about. */
  readonly statuses: readonly number[]
  /** Returns the status; 0 where the connection was closed without one. */
  readonly send: (index: number, world: HostileWorld) => Promise<number>
}

type Make = (index: number, world: HostileWorld) => ClientRequest | Promise<ClientRequest>

const name = (index: number) => `N${index.toString(36).toUpperCase().padStart(8, '0')}`
/** A log has no digits of a report: without them, each report is still another one. */
const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
const unusedNetwork = (index: number) => `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`
const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** Each from another network. */
const injected = (statuses: readonly number[], make: Make): HostileKind => ({
  statuses,
  async send(index, world) {
    const sent = await make(index, world)
    return (await inject(world.gateway.server, { ...sent, from: world.newAddress() })).status
  },
})

interface BalancersConnection {
  readonly header: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Over a connection of its own: counted for its network, and refused before a password is hashed. */
async function connected({ gateway }: HostileWorld, { header, headers = {} }: BalancersConnection): Promise<number> {
  const { status } = await askThrough(Number(new URL(gateway.listeners.httpsUrl).port), {
    pieces: [header],
    method: 'POST',
    path: `${consoleRoot}/session`,
    headers: { 'content-type': 'application/json', ...sameOrigin, ...headers },
    body: '{}',
  })
  return status
}

export const hostileKinds: Readonly<Record<string, HostileKind>> = {
  'unknown merchants': injected([401], (index) => ({
    path: apiPath(`/order/${name(index)}`, { merchant: name(index) }),
    login: `merchant.${name(index)}:${'0'.repeat(32)}`,
  })),
  'wrong passwords': injected([401], (index, { merchant }) => ({
    path: apiPath(`/order/${name(index)}`, { merchant }),
    login: `merchant.${merchant}:${name(index).padStart(32, '0')}`,
  })),
  'unknown session ids as passwords': injected([401], (index, { merchant }) => ({
    path: apiPath('/session/SESSION0002', { merchant }),
    login: `merchant.${merchant}:SESSION${name(index).padStart(24, '0')}`,
  })),
  'malformed bodies': injected([400], (index, { merchant }) => ({
    method: 'PUT',
    path: apiPath(`/order/${name(index)}/transaction/1`, { merchant }),
    login: `merchant.${merchant}:${testPassword}`,
    bytes: `{"apiOperation":"PAY","${name(index)}":`,
  })),
  'unknown names in a form': injected([401], (index) => ({
    method: 'POST',
    path: '/api/nvp/version/100',
    login: null,
    headers: formType,
    bytes: `merchant=${name(index)}&apiOperation=PAY&${name(index)}.${name(index)}=1`,
  })),
  'unknown names of a device': injected([400], async (index, { deviceSession, merchant }) => {
    const id = await deviceSession()
    return {
      method: 'PUT',
      path: apiPath(`/session/${id}`, { merchant }),
      login: `merchant.${merchant}:${id}`,
      bytes: `{"${name(index)}":"",${members['unknown names']?.(500)}}`,
    }
  }),
  'payloads of wallets': injected([200], async (index, { pageSession }) => ({
    method: 'POST',
    path: `/checkout/pay/${await pageSession()}/wallet`,
    login: null,
    headers: formType,
    bytes: new URLSearchParams({
      ...payersDetails,
      ...{ source: 'GOOGLE_PAY', attempt: '1', walletPayload: `{"protocolVersion":"ECv2","${name(index)}":1}` },
    }).toString(),
  })),
  'unknown payment links': injected([404], (index) => ({
    path: `/checkout/link/${name(index).padStart(26, 'A')}`,
    login: null,
  })),
  'unknown payment pages': injected([404], (index) => ({
    path: `/checkout/pay/SESSION${name(index).padStart(24, '0')}`,
    login: null,
  })),
  // Only a few wait for the hashing of a password; the others are refused at once.
  'unknown users at the console': injected([401, 503], (index) => ({
    method: 'POST',
    path: `${consoleRoot}/session`,
    login: null,
    headers: sameOrigin,
    body: { merchantId: name(index), login: letters(index), password: name(index) },
  })),
  'unknown cookies at the console': injected([401], (index) => ({
    path: `${consoleRoot}/session`,
    login: null,
    headers: { cookie: `tollgate=${name(index)}` },
  })),
  // Of all browsers together 300 are taken in a minute.
  'reports of browsers': injected([204, 503], (index) => ({
    method: 'POST',
    path: reportsPath,
    login: null,
    headers: { 'content-type': 'application/csp-report' },
    bytes: JSON.stringify({
      'csp-report': {
        'document-uri': `https://pay.example/${letters(index)}`,
        'blocked-uri': `https://${letters(index)}.example/`,
        'effective-directive': letters(index),
        [letters(index)]: letters(index),
      },
    }),
  })),
  'forwarded addresses': {
    statuses: [422],
    send: (index, world) =>
      connected(world, {
        header: proxyHeader({ source: trustedProxy }),
        headers: {
          'x-forwarded-for': `${'192.0.2.1, '.repeat(500)}${letters(index)}, ${unusedNetwork(index)}`,
          [`x-${letters(index)}`]: name(index),
        },
      }),
  },
  'addresses that a balancer names': {
    statuses: [422],
    send(index, world) {
      const additions = addition(0xe0, Buffer.alloc(1_024, name(index)))
      return connected(world, { header: proxyHeader({ source: unusedNetwork(index), additions }) })
    },
  },
  'wrong headers of a balancer': {
    statuses: [0],
    async send(index, world) {
      const header = proxyHeader({ source: unusedNetwork(index), length: 2_049 + (index % 1_000) })
      await assert.rejects(connected(world, { header }))
      return 0
    },
  },
}
