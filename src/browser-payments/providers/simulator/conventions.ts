// What a tester can trigger at the simulated providers: by a reference, or by the identifier of a bank.
// Beside it: which payments the providers accept.

import { type GatewayCode, gatewayCodes } from '../../../kernel/gateway-code.ts'
import type { Provider } from '../../../kernel/provider.ts'
import type { BrowserPaymentProvider } from '../../../payments/index.ts'

/** An outcome that holds from this long after the start. */
export interface ScriptStep {
  readonly afterMs: number
  readonly gatewayCode: GatewayCode
  readonly acquirerCode?: string
  readonly acquirerMessage?: string
}

/** The outcome of a payment by itself, whatever the payer does; without a step it stays pending permanently. */
export interface Script {
  readonly course: readonly ScriptStep[]
  /** The first response where that is less than the outcome. */
  readonly firstWord?: GatewayCode
}

const soonMs = 30_000
const laterMs = 60_000

const scripts: Readonly<Record<string, readonly ScriptStep[]>> = {
  'TEST-SUCCEED': [{ afterMs: 0, gatewayCode: 'APPROVED' }],
  'TEST-FAIL-NOTFOUND': [
    { afterMs: 0, gatewayCode: 'DECLINED', acquirerCode: '14', acquirerMessage: 'Payer not found' },
  ],
  'TEST-FAIL-DECLINE': [{ afterMs: 0, gatewayCode: 'DECLINED' }],
  'TEST-PENDING': [],
  'TEST-FAIL-INIT': [{ afterMs: soonMs, gatewayCode: 'DECLINED' }],
  'TEST-SUCCESS-INIT': [{ afterMs: soonMs, gatewayCode: 'APPROVED' }],
  'TEST-FAIL-THEN-SUCCESS': [
    { afterMs: soonMs, gatewayCode: 'DECLINED' },
    { afterMs: soonMs + laterMs, gatewayCode: 'APPROVED' },
  ],
  'TEST-TIMEOUT-THEN-SUCCESS': [
    { afterMs: soonMs, gatewayCode: 'ACQUIRER_SYSTEM_ERROR' },
    { afterMs: soonMs + laterMs, gatewayCode: 'APPROVED' },
  ],
}

/** Codes that only the gateway gives, or that say more than a provider can know. */
const notForProviders: ReadonlySet<GatewayCode> = new Set([
  'APPROVED_AUTO',
  'AUTHENTICATION_IN_PROGRESS',
  'BALANCE_AVAILABLE',
  'BLOCKED',
  'LOCK_FAILURE',
  'PARTIALLY_APPROVED',
  'SUBMITTED',
])

/** The script that a reference requests, if any. */
export function scriptOf(reference: string | undefined): Script | undefined {
  if (reference === undefined) return undefined
  if (Object.hasOwn(scripts, reference)) return { course: scripts[reference] ?? [] }
  const failure = /\.FAIL(\w+)$/.exec(reference)?.[1]
  return failure === undefined ? undefined : failing(failure)
}

/** An initially open one is declined on inquiry. */
function failing(code: string): Script {
  const gatewayCode = isAllowedCode(code) ? code : 'UNKNOWN'
  if (!gatewayCodes[gatewayCode].isOpen) return { course: [{ afterMs: 0, gatewayCode }] }
  return { course: [{ afterMs: 0, gatewayCode: 'DECLINED' }], firstWord: gatewayCode }
}

function isAllowedCode(code: string): code is GatewayCode {
  return Object.hasOwn(gatewayCodes, code) && !notForProviders.has(code as GatewayCode)
}

/** An inquiry about a capture or a refund treats the first outcome as the last: only the last one is ever reported. */
export function scriptOfLater(reference: string | undefined): Script | undefined {
  const script = scriptOf(reference)
  return script && { ...script, course: script.course.slice(-1) }
}

/** No bank has this identifier. */
export const unknownBank = '99999999'

const banks: Readonly<Record<string, string>> = {
  '10010010': 'Test Bank Berlin',
  '37040044': 'Test Bank Cologne',
  '70150000': 'Test Bank Munich',
}

/** A bank without a name is called by its identifier. */
export function bankName(bankIdentifier: string): string {
  return banks[bankIdentifier] ?? `Test Bank ${bankIdentifier}`
}

/** The only payer of provider A; the merchant may give its address. */
export const payerOfA = {
  accountEmail: 'payer@provider-a.example',
  accountHolder: 'Robin Sample',
  payerId: 'PAYERA0000001',
} as const

/** The only account that can be logged in to at provider C, with the published example of a German IBAN. */
export const bankLogin = { name: 'robin.sample', pin: '12345' } as const
export const payerOfC = {
  bankAccountHolder: 'Robin Sample',
  bankAccountNumber: '0532013000',
  bankIdentifier: '37040044',
  bic: 'COBADEFFXXX',
  country: 'DEU',
  iban: 'DE89370400440532013000',
} as const

/** Which currencies, countries and amounts the simulated providers accept. */
export const offers: Readonly<Record<Provider, BrowserPaymentProvider['offer']>> = {
  PROVIDER_A: {
    displayName: 'Provider A',
    currencies: ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'NZD', 'SGD', 'USD'],
    countries: ['AUS', 'AUT', 'BEL', 'CAN', 'CHE', 'DEU', 'FRA', 'GBR', 'JPN', 'NLD', 'NZL', 'SGP', 'USA'],
  },
  // Transfers between accounts in one currency have limits; minor units of other currencies would not be comparable.
  PROVIDER_B: {
    displayName: 'Provider B',
    currencies: ['EUR'],
    countries: ['DEU'],
    minMinor: 10n,
    maxMinor: 50_000_00n,
  },
  PROVIDER_C: {
    displayName: 'Provider C',
    currencies: ['CHF', 'EUR', 'GBP'],
    countries: ['AUT', 'BEL', 'CHE', 'DEU', 'GBR', 'NLD'],
  },
}
