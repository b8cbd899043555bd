// One page of each kind that a payer can meet, as the drawing gets it.
import type {
  HandOverView,
  NoticeView,
  PageView,
  PayView,
  ReceiptView,
  WaitView,
} from '../../src/http/checkout/page-view.ts'

const merchant = {
  name: 'Riverside Books',
  addressLines: ['12 Mill Lane', 'Cambridge CB2 1RX'],
  email: 'help@riverside.example',
  phone: '+44 1223 555 0100',
  url: 'https://riverside.example/shop',
}

const everyPage = { locale: 'en', merchant, frame: 'PAGE', isSandbox: false } as const

const order = {
  id: 'RB-20391',
  description: 'Books and a print',
  reference: 'WEB-88213',
  amount: '100.00',
  currency: 'USD',
  items: [
    { name: 'The Living Mountain', description: 'Hardback, Nan Shepherd', quantity: '1', amount: '24.00' },
    { name: 'Landmarks', quantity: '2', amount: '31.80' },
    { name: 'Linocut “Heron”', description: 'Signed, 30 × 40 cm', quantity: '1', amount: '36.00' },
  ],
  taxAmount: '6.70',
  shippingAndHandlingAmount: '6.50',
  discountAmount: '5.00',
}

const shipping = {
  name: 'Amira Haddad',
  address: { street: '4 Orchard Street', city: 'Leeds', postcodeZip: 'LS2 7EQ', country: 'GBR' },
}

export const payPath = '/checkout/pay/SESSION0002000000000A00000000B1'

export const pay: PayView = {
  ...everyPage,
  kind: 'pay',
  operation: 'PURCHASE',
  order,
  showsOrder: 'SHOW',
  sources: ['CARD'],
  asksName: true,
  billing: { asked: 'HIDE', address: {} },
  email: { asked: 'OPTIONAL' },
  shipping,
  attempt: 1,
  attemptsLeft: 5,
  values: {},
  faults: {},
  payPath,
  cancelPath: `${payPath}/cancel`,
  secondsLeft: 1800,
  timeoutPath: `${payPath}/timeout`,
}

const faulty: PayView = {
  ...pay,
  billing: { asked: 'MANDATORY', address: { country: 'GBR' } },
  email: { asked: 'MANDATORY' },
  values: { nameOnCard: 'Amira Haddad', expiryMonth: '13', expiryYear: '39', email: 'amira@', billingCity: 'Leeds' },
  faults: {
    cardNumber: 'invalid',
    expiryMonth: 'invalid',
    securityCode: 'missing',
    email: 'invalid',
    billingStreet: 'missing',
  },
}

const receipt: ReceiptView = {
  ...everyPage,
  kind: 'receipt',
  order,
  operation: 'PURCHASE',
  outcome: 'PAID',
  transactionId: '1',
  time: '2026-11-15T09:41:00.000Z',
  source: 'Mastercard •••• 0008',
  backUrl: 'https://riverside.example/thanks',
}

const wait: WaitView = { ...everyPage, kind: 'wait', againPath: payPath }

const notice: NoticeView = {
  ...everyPage,
  kind: 'notice',
  about: 'EXPIRED',
  backUrl: 'https://riverside.example/basket',
}

const { merchant: _, ...withoutMerchant } = everyPage

const handOver: HandOverView = {
  ...everyPage,
  kind: 'handOver',
  frame: 'EMBEDDED',
  origins: ['https://riverside.example'],
  message: { event: 'complete', resultIndicator: '3f1c9b7a52d04e68', sessionVersion: 'a1b2c3d401' },
  url: 'https://riverside.example/thanks',
}

export const samplePages = {
  pay,
  sandbox: { ...pay, isSandbox: true },
  declined: { ...pay, declined: 'INSUFFICIENT_FUNDS', attempt: 4, attemptsLeft: 2 },
  faulty,
  address: { ...pay, billing: { asked: 'OPTIONAL', address: { city: 'Leeds', country: 'GBR' } }, asksName: false },
  stored: { ...pay, stored: { label: '•••• 1019', brand: 'VISA', needsSecurityCode: true } },
  sources: { ...pay, sources: ['CARD', 'GIFT_CARD', 'ACH'], asksName: false },
  giftCard: { ...pay, sources: ['CARD', 'GIFT_CARD', 'ACH'], values: { source: 'GIFT_CARD' } },
  bankAccount: { ...pay, sources: ['CARD', 'ACH'], values: { source: 'ACH' }, email: { asked: 'HIDE' } },
  shown: {
    ...pay,
    operation: 'AUTHORIZE',
    showsOrder: 'SHOW_PARTIAL',
    billing: { asked: 'READ_ONLY', address: shipping.address },
    email: { asked: 'READ_ONLY', address: 'amira@example.com' },
  },
  verify: { ...pay, operation: 'VERIFY', order: { id: 'RB-1', currency: 'USD', items: [] }, showsOrder: 'HIDE' },
  keep: { ...pay, operation: 'NONE', order: { id: 'RB-1', currency: 'USD', items: [] }, email: { asked: 'HIDE' } },
  lastMinutes: { ...pay, secondsLeft: 90 },
  embedded: { ...pay, frame: 'EMBEDDED', origins: ['https://riverside.example'] },
  wait,
  receipt,
  failed: { ...receipt, outcome: 'FAILED' },
  notice,
  unknown: { ...withoutMerchant, kind: 'notice', about: 'UNKNOWN' },
  handOver,
} as const satisfies Readonly<Record<string, PageView>>

export type SamplePage = keyof typeof samplePages
