// The fields of the standard's editions of 1987 and 1993, without their encoding: number, name, type, length. `..19` is a
// variable length with a prefix of two digits, `...999` one of three.
import type { DataType, LengthPrefix, PartsSpecification } from '../specification.ts'

export interface ListedField {
  readonly number: number
  readonly name: string
  readonly type: DataType
  readonly length: number
  readonly prefix?: LengthPrefix
  readonly isSecret?: boolean
  readonly parts?: PartsSpecification
}

type Row = readonly [number: number, name: string, type: DataType, length: number | string]

function listed(
  rows: readonly Row[],
  secrets: readonly number[],
  parts: Readonly<Record<number, PartsSpecification>>,
): readonly ListedField[] {
  return rows.map(([number, name, type, length]) => {
    const inner = parts[number]
    const variable = typeof length === 'string' ? /^(\.{2,3})(\d+)$/.exec(length) : undefined
    return {
      number,
      name,
      type,
      length: Number(variable?.[2] ?? length),
      ...(variable && { prefix: variable[1] === '..' ? ('LL' as const) : ('LLL' as const) }),
      ...(secrets.includes(number) && { isSecret: true }),
      ...(inner && { parts: inner }),
    }
  })
}

const spare = (from: number, to: number, name: string): readonly Row[] =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at, name, 'ans', '...999'] as const)

const beginning: readonly Row[] = [
  [2, 'Primary account number', 'n', '..19'],
  [3, 'Processing code', 'n', 6],
  [4, 'Amount, transaction', 'n', 12],
  [5, 'Amount, settlement', 'n', 12],
  [6, 'Amount, cardholder billing', 'n', 12],
  [7, 'Transmission date and time', 'n', 10],
  [8, 'Amount, cardholder billing fee', 'n', 8],
  [9, 'Conversion rate, settlement', 'n', 8],
  [10, 'Conversion rate, cardholder billing', 'n', 8],
  [11, 'System trace audit number', 'n', 6],
]

/** Retrieval, identification and card acceptor: the same in both editions but for the response. */
const accounts: readonly Row[] = [
  [32, 'Acquiring institution', 'n', '..11'],
  [33, 'Forwarding institution', 'n', '..11'],
  [34, 'Primary account number, extended', 'ans', '..28'],
  [35, 'Track 2 data', 'z', '..37'],
  [36, 'Track 3 data', 'z', '...104'],
  [37, 'Retrieval reference number', 'an', 12],
]

const totals: readonly Row[] = [
  [74, 'Credits, number', 'n', 10],
  [75, 'Credits, reversal number', 'n', 10],
  [76, 'Debits, number', 'n', 10],
  [77, 'Debits, reversal number', 'n', 10],
  [78, 'Transfer, number', 'n', 10],
  [79, 'Transfer, reversal number', 'n', 10],
  [80, 'Inquiries, number', 'n', 10],
  [81, 'Authorizations, number', 'n', 10],
]

const amounts: readonly Row[] = [
  [86, 'Credits, amount', 'n', 16],
  [87, 'Credits, reversal amount', 'n', 16],
  [88, 'Debits, amount', 'n', 16],
  [89, 'Debits, reversal amount', 'n', 16],
]

/** Account numbers, track data, PINs and chip data. */
const secrets = [2, 34, 35, 36, 45, 52, 55]

const additionalAmounts: PartsSpecification = {
  kind: 'positional',
  isRepeated: true,
  parts: [
    { name: 'accountType', type: 'n', length: 2 },
    { name: 'amountType', type: 'n', length: 2 },
    { name: 'currency', type: 'an', length: 3 },
    { name: 'amount', type: 'x+n', length: 12 },
  ],
}

const chipData: PartsSpecification = { kind: 'ber' }

export const fields1987 = listed(
  [
    ...beginning,
    [12, 'Time, local transaction', 'n', 6],
    [13, 'Date, local transaction', 'n', 4],
    [14, 'Date, expiration', 'n', 4],
    [15, 'Date, settlement', 'n', 4],
    [16, 'Date, conversion', 'n', 4],
    [17, 'Date, capture', 'n', 4],
    [18, 'Merchant type', 'n', 4],
    [19, 'Acquiring institution country', 'n', 3],
    [20, 'Primary account number country', 'n', 3],
    [21, 'Forwarding institution country', 'n', 3],
    [22, 'Point of service entry mode', 'n', 3],
    [23, 'Card sequence number', 'n', 3],
    [24, 'Network international identifier', 'n', 3],
    [25, 'Point of service condition code', 'n', 2],
    [26, 'Point of service PIN capture code', 'n', 2],
    [27, 'Authorization identification response length', 'n', 1],
    [28, 'Amount, transaction fee', 'x+n', 8],
    [29, 'Amount, settlement fee', 'x+n', 8],
    [30, 'Amount, transaction processing fee', 'x+n', 8],
    [31, 'Amount, settlement processing fee', 'x+n', 8],
    ...accounts,
    [38, 'Authorization identification response', 'an', 6],
    [39, 'Response code', 'an', 2],
    [40, 'Service restriction code', 'an', 3],
    [41, 'Card acceptor terminal', 'ans', 8],
    [42, 'Card acceptor', 'ans', 15],
    [43, 'Card acceptor name and location', 'ans', 40],
    [44, 'Additional response data', 'ans', '..25'],
    [45, 'Track 1 data', 'ans', '..76'],
    [46, 'Additional data, standard', 'ans', '...999'],
    [47, 'Additional data, national', 'ans', '...999'],
    [48, 'Additional data, private', 'ans', '...999'],
    [49, 'Currency, transaction', 'an', 3],
    [50, 'Currency, settlement', 'an', 3],
    [51, 'Currency, cardholder billing', 'an', 3],
    [52, 'PIN data', 'b', 8],
    [53, 'Security related control information', 'n', 16],
    [54, 'Additional amounts', 'ans', '...120'],
    [55, 'Chip card data', 'b', '...999'],
    ...spare(56, 59, 'Reserved'),
    ...spare(60, 63, 'Reserved, private'),
    [64, 'Message authentication code', 'b', 8],
    [66, 'Settlement code', 'n', 1],
    [67, 'Extended payment code', 'n', 2],
    [68, 'Receiving institution country', 'n', 3],
    [69, 'Settlement institution country', 'n', 3],
    [70, 'Network management information code', 'n', 3],
    [71, 'Message number', 'n', 4],
    [72, 'Message number, last', 'n', 4],
    [73, 'Date, action', 'n', 6],
    ...totals,
    [82, 'Credits, processing fee amount', 'n', 12],
    [83, 'Credits, transaction fee amount', 'n', 12],
    [84, 'Debits, processing fee amount', 'n', 12],
    [85, 'Debits, transaction fee amount', 'n', 12],
    ...amounts,
    [90, 'Original data', 'n', 42],
    [91, 'File update code', 'an', 1],
    [92, 'File security code', 'an', 2],
    [93, 'Response indicator', 'an', 5],
    [94, 'Service indicator', 'an', 7],
    [95, 'Replacement amounts', 'an', 42],
    [96, 'Message security code', 'b', 16],
    [97, 'Amount, net settlement', 'x+n', 16],
    [98, 'Payee', 'ans', 25],
    [99, 'Settlement institution', 'n', '..11'],
    [100, 'Receiving institution', 'n', '..11'],
    [101, 'File name', 'ans', '..17'],
    [102, 'Account 1', 'ans', '..28'],
    [103, 'Account 2', 'ans', '..28'],
    [104, 'Transaction description', 'ans', '...100'],
    ...spare(105, 119, 'Reserved'),
    ...spare(120, 127, 'Reserved, private'),
    [128, 'Message authentication code', 'b', 8],
  ],
  secrets,
  {
    54: additionalAmounts,
    55: chipData,
    90: {
      kind: 'positional',
      parts: [
        { name: 'messageType', type: 'n', length: 4 },
        { name: 'traceNumber', type: 'n', length: 6 },
        { name: 'transmissionTime', type: 'n', length: 10 },
        { name: 'acquirer', type: 'n', length: 11 },
        { name: 'forwarder', type: 'n', length: 11 },
      ],
    },
    95: {
      kind: 'positional',
      parts: [
        { name: 'transactionAmount', type: 'n', length: 12 },
        { name: 'settlementAmount', type: 'n', length: 12 },
        { name: 'transactionFee', type: 'x+n', length: 8 },
        { name: 'settlementFee', type: 'x+n', length: 8 },
      ],
    },
  },
)

export const fields1993 = listed(
  [
    ...beginning,
    [12, 'Date and time, local transaction', 'n', 12],
    [13, 'Date, effective', 'n', 4],
    [14, 'Date, expiration', 'n', 4],
    [15, 'Date, settlement', 'n', 6],
    [16, 'Date, conversion', 'n', 4],
    [17, 'Date, capture', 'n', 4],
    [18, 'Merchant type', 'n', 4],
    [19, 'Acquiring institution country', 'n', 3],
    [20, 'Primary account number country', 'n', 3],
    [21, 'Forwarding institution country', 'n', 3],
    [22, 'Point of service data code', 'an', 12],
    [23, 'Card sequence number', 'n', 3],
    [24, 'Function code', 'n', 3],
    [25, 'Message reason code', 'n', 4],
    [26, 'Card acceptor business code', 'n', 4],
    [27, 'Approval code length', 'n', 1],
    [28, 'Date, reconciliation', 'n', 6],
    [29, 'Reconciliation indicator', 'n', 3],
    [30, 'Amounts, original', 'n', 24],
    [31, 'Acquirer reference data', 'ans', '..99'],
    ...accounts,
    [38, 'Approval code', 'an', 6],
    [39, 'Action code', 'n', 3],
    [40, 'Service code', 'n', 3],
    [41, 'Card acceptor terminal', 'ans', 8],
    [42, 'Card acceptor', 'ans', 15],
    [43, 'Card acceptor name and location', 'ans', '..99'],
    [44, 'Additional response data', 'ans', '..99'],
    [45, 'Track 1 data', 'ans', '..76'],
    [46, 'Amounts, fees', 'ans', '...204'],
    [47, 'Additional data, national', 'ans', '...999'],
    [48, 'Additional data, private', 'ans', '...999'],
    [49, 'Currency, transaction', 'n', 3],
    [50, 'Currency, reconciliation', 'n', 3],
    [51, 'Currency, cardholder billing', 'n', 3],
    [52, 'PIN data', 'b', 8],
    [53, 'Security related control information', 'b', '..48'],
    [54, 'Additional amounts', 'ans', '...120'],
    [55, 'Chip card data', 'b', '...255'],
    [56, 'Original data', 'n', '..35'],
    [57, 'Authorization life cycle code', 'n', 3],
    [58, 'Authorizing agent institution', 'n', '..11'],
    [59, 'Transport data', 'ans', '...999'],
    ...spare(60, 63, 'Reserved'),
    [64, 'Message authentication code', 'b', 8],
    [66, 'Amounts, original fees', 'ans', '...204'],
    [67, 'Extended payment data', 'n', 2],
    [68, 'Receiving institution country', 'n', 3],
    [69, 'Settlement institution country', 'n', 3],
    [70, 'Authorizing agent institution country', 'n', 3],
    [71, 'Message number', 'n', 8],
    [72, 'Data record', 'ans', '...999'],
    [73, 'Date, action', 'n', 6],
    ...totals,
    [82, 'Inquiries, reversal number', 'n', 10],
    [83, 'Payments, number', 'n', 10],
    [84, 'Payments, reversal number', 'n', 10],
    [85, 'Fee collections, number', 'n', 10],
    ...amounts,
    [90, 'Authorizations, reversal number', 'n', 10],
    [91, 'Country, transaction destination', 'n', 3],
    [92, 'Country, transaction originator', 'n', 3],
    [93, 'Transaction destination institution', 'n', '..11'],
    [94, 'Transaction originator institution', 'n', '..11'],
    [95, 'Card issuer reference data', 'ans', '..99'],
    [96, 'Key management data', 'b', '...999'],
    [97, 'Amount, net reconciliation', 'x+n', 16],
    [98, 'Payee', 'ans', 25],
    [99, 'Settlement institution', 'an', '..11'],
    [100, 'Receiving institution', 'n', '..11'],
    [101, 'File name', 'ans', '..17'],
    [102, 'Account 1', 'ans', '..28'],
    [103, 'Account 2', 'ans', '..28'],
    [104, 'Transaction description', 'ans', '...100'],
    [105, 'Credits, chargeback amount', 'n', 16],
    [106, 'Debits, chargeback amount', 'n', 16],
    [107, 'Credits, chargeback number', 'n', 10],
    [108, 'Debits, chargeback number', 'n', 10],
    [109, 'Credits, fee amounts', 'ans', '..84'],
    [110, 'Debits, fee amounts', 'ans', '..84'],
    ...spare(111, 127, 'Reserved'),
    [128, 'Message authentication code', 'b', 8],
  ],
  secrets,
  { 54: additionalAmounts, 55: chipData },
)
