// One page of each kind that a payer can meet, as the drawing gets it.
import type {
  AmountView,
  ChallengedView,
  ChallengeView,
  ExaminationView,
  HandOverView,
  LeaveView,
  NoticeView,
  PageView,
  PayView,
  ReceiptView,
  UnfinishedView,
  WaitView,
} from '../../../src/pages/checkout/page-view.ts'

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
  kind: 'PAY',
  operation: 'PURCHASE',
  order,
  showsOrder: 'SHOW',
  sources: ['CARD'],
  saved: [],
  acceptedBrands: [
    'VISA',
    'MASTERCARD',
    'MAESTRO',
    'AMEX',
    'DISCOVER',
    'DINERS_CLUB',
    'JCB',
    'CHINA_UNIONPAY',
    'RUPAY',
    'UATP',
  ],
  asksName: true,
  billing: { requirement: 'HIDE', address: {} },
  email: { requirement: 'OPTIONAL' },
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

const wallet = { isSimulated: true, displayName: 'Riverside Books', country: 'GB', isTest: true }

/** With simulated ones, which every browser shows. */
const wallets: PayView = {
  ...pay,
  isSandbox: true,
  wallets: {
    offered: [
      { ...wallet, wallet: 'APPLE_PAY', identifier: 'merchant.riverside', networks: ['visa'] },
      { ...wallet, wallet: 'GOOGLE_PAY', identifier: '1234', networks: ['VISA'], publicKey: 'BA==' },
    ],
    payPath: `${payPath}/wallet`,
    validationPath: `${payPath}/wallet/validation`,
    simulationPath: `${payPath}/wallet/simulation`,
  },
}

const providers: PayView = {
  ...pay,
  sources: ['CARD', 'PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'],
  providerNames: { PROVIDER_A: 'Provider A', PROVIDER_B: 'Provider B', PROVIDER_C: 'Provider C' },
  leavePath: payPath,
  asksDevice: true,
}

const unfinished: UnfinishedView = {
  ...everyPage,
  kind: 'UNFINISHED',
  provider: 'Provider A',
  redirectUrl: 'https://gateway.example/bpui/pp/out/BP-1',
  againPath: payPath,
  anotherWayPath: `${payPath}/another-way`,
}

const leave: LeaveView = {
  ...everyPage,
  kind: 'LEAVE',
  provider: 'Provider A',
  url: 'https://gateway.example/bpui/pp/out/BP-1',
}

const challenge: ChallengeView = {
  ...everyPage,
  kind: 'CHALLENGE',
  operation: 'PURCHASE',
  order,
  showsOrder: 'SHOW',
  shipping,
  acsUrl: 'https://bank.example/challenge',
  acsFields: { creq: 'eyJhIjoxfQ' },
  againPath: payPath,
  anotherWayPath: `${payPath}/another-way`,
  cancelPath: `${payPath}/cancel`,
  secondsLeft: 1800,
  timeoutPath: `${payPath}/timeout`,
}

const examination: ExaminationView = {
  ...everyPage,
  kind: 'EXAMINATION',
  acsUrl: 'https://bank.example/method',
  acsFields: { threeDSMethodData: 'eyJhIjoxfQ' },
  payPath,
}

const faulty: PayView = {
  ...pay,
  billing: { requirement: 'MANDATORY', address: { country: 'GBR' } },
  email: { requirement: 'MANDATORY' },
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
  kind: 'RECEIPT',
  order,
  operation: 'PURCHASE',
  outcome: 'PAID',
  transactionId: '1',
  time: '2026-11-15T09:41:00.000Z',
  source: '•••• 0008',
  brand: 'MASTERCARD',
  backUrl: 'https://riverside.example/thanks',
}

const amount: AmountView = {
  ...everyPage,
  kind: 'AMOUNT',
  description: 'A donation for the library',
  currency: 'USD',
  amountMin: '5.00',
  amountMax: '500.00',
  exampleAmount: '12.50',
  value: '',
  path: '/checkout/link/4Tq0d9GZkP3yXWm7VbnR2sLcHf',
}

const wait: WaitView = { ...everyPage, kind: 'WAIT', againPath: payPath }

const notice: NoticeView = {
  ...everyPage,
  kind: 'NOTICE',
  about: 'EXPIRED',
  backUrl: 'https://riverside.example/basket',
}

const { merchant: _, ...withoutMerchant } = everyPage

const challenged: ChallengedView = { ...withoutMerchant, kind: 'CHALLENGED' }

const handOver: HandOverView = {
  ...everyPage,
  kind: 'HAND_OVER',
  frame: 'EMBEDDED',
  origins: ['https://riverside.example'],
  message: { event: 'complete', resultIndicator: '3f1c9b7a52d04e68', sessionVersion: 'a1b2c3d401' },
  url: 'https://riverside.example/thanks',
}

const storedCard = { source: 'STORED', label: '•••• 1019', brand: 'VISA', needsSecurityCode: true } as const

export const samplePages = {
  pay,
  sandbox: { ...pay, isSandbox: true },
  declined: { ...pay, declined: 'INSUFFICIENT_FUNDS', attempt: 4, attemptsLeft: 2 },
  faulty,
  lastAttempt: { ...pay, declined: 'DECLINED', attempt: 5, attemptsLeft: 1, values: { nameOnCard: 'Amira Haddad' } },
  branded: { ...pay, theme: { colour: '#7a1f5c', font: 'SERIF' } },
  brightlyBranded: { ...providers, theme: { colour: '#ffcc00', font: 'ROUNDED' } },
  address: {
    ...pay,
    billing: { requirement: 'OPTIONAL', address: { city: 'Leeds', country: 'GBR' } },
    asksName: false,
  },
  stored: { ...pay, saved: [storedCard] },
  postcode: { ...pay, billing: { requirement: 'POSTCODE', address: {} } },
  savedCards: {
    ...pay,
    saved: [
      { ...storedCard, source: 'SAVED_1', expiry: { month: '1', year: '39' } },
      {
        source: 'SAVED_3',
        label: '•••• 0005',
        brand: 'AMEX',
        expiry: { month: '12', year: '31' },
        needsSecurityCode: true,
      },
      { source: 'SAVED_4', label: '•••• 0014', brand: 'MASTERCARD', needsSecurityCode: true },
    ],
  },
  sources: { ...pay, sources: ['CARD', 'GIFT_CARD', 'ACH'], asksName: false },
  giftCard: { ...pay, sources: ['CARD', 'GIFT_CARD', 'ACH'], values: { source: 'GIFT_CARD' } },
  bankAccount: { ...pay, sources: ['CARD', 'ACH'], values: { source: 'ACH' }, email: { requirement: 'HIDE' } },
  wallets,
  providers,
  providerB: { ...providers, values: { source: 'PROVIDER_B' }, faults: { bankIdentifier: 'missing' } },
  cancelledAtProvider: { ...providers, declined: 'CANCELLED_AT_PROVIDER', declinedAt: 'Provider C', attempt: 2 },
  framedProviders: { ...providers, frame: 'LIGHTBOX', origins: ['https://riverside.example'] },
  shown: {
    ...pay,
    operation: 'AUTHORIZE',
    showsOrder: 'SHOW_PARTIAL',
    billing: { requirement: 'READ_ONLY', address: shipping.address },
    email: { requirement: 'READ_ONLY', address: 'amira@example.com' },
  },
  verify: { ...pay, operation: 'VERIFY', order: { id: 'RB-1', currency: 'USD', items: [] }, showsOrder: 'HIDE' },
  keep: {
    ...pay,
    operation: 'NONE',
    order: { id: 'RB-1', currency: 'USD', items: [] },
    email: { requirement: 'HIDE' },
  },
  lastMinutes: { ...pay, secondsLeft: 90 },
  embedded: { ...pay, frame: 'EMBEDDED', origins: ['https://riverside.example'] },
  amount,
  wrongAmount: { ...amount, value: '1.000,00', fault: 'INVALID' },
  wait,
  waitAtProvider: { ...wait, provider: 'Provider C' },
  unfinished,
  leave,
  examination,
  challenge,
  challenged,
  receipt,
  failed: { ...receipt, outcome: 'FAILED' },
  notice,
  paidLink: { ...notice, about: 'PAYMENT_LINK_PAID' },
  returned: { ...notice, about: 'RETURNED_PAID' },
  unknown: { ...withoutMerchant, kind: 'NOTICE', about: 'UNKNOWN' },
  handOver,
} as const satisfies Readonly<Record<string, PageView>>

export type SamplePage = keyof typeof samplePages
