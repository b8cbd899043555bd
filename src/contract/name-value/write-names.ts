// An answer as names and values: what the version's JSON has, flat, in alphabetical order. Amounts have the decimals of their
// currency, as clients of this protocol expect them.
import { amountDecimalsOf, isCurrency } from '../../kernel/money.ts'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts'

export type NameValue = readonly [name: string, value: string]

/** Empty lists and groups have no names. */
export function writeNames(answer: JsonObject): readonly NameValue[] {
  const pairs: NameValue[] = []
  writeGroup(answer, '', undefined, pairs)
  return pairs
}

function writeGroup(group: JsonObject, prefix: string, outer: string | undefined, pairs: NameValue[]): void {
  const { currency = outer } = group
  const inside = typeof currency === 'string' ? currency : outer
  for (const name of Object.keys(group).toSorted()) {
    const value = group[name] ?? null
    const own = value instanceof JsonNumber ? ownCurrency(group, name) : undefined
    writeValue(value, { name: prefix + name, currency: inside, amountIn: own ?? inside }, pairs)
  }
}

interface Written {
  readonly name: string
  /** Of the group around it, for what is inside the value. */
  readonly currency: string | undefined
  /** Of the value itself, should it be an amount. */
  readonly amountIn: string | undefined
}

function writeValue(value: JsonValue, { name, currency, amountIn }: Written, pairs: NameValue[]): void {
  if (value === null) return
  if (value instanceof JsonNumber) pairs.push([name, isAmount(name) ? withDecimals(value.text, amountIn) : value.text])
  else if (isJsonObject(value)) writeGroup(value, `${name}.`, currency, pairs)
  else if (Array.isArray(value))
    for (const [index, item] of (value as readonly JsonValue[]).entries())
      writeValue(item, { name: `${name}[${index}]`, currency, amountIn: currency }, pairs)
  else pairs.push([name, String(value)])
}

function isAmount(name: string): boolean {
  return /amount(PerPayment)?$/i.test(name)
}

/** Some amounts have a currency that is named like them: payerAmount and payerCurrency. */
function ownCurrency(group: JsonObject, name: string): string | undefined {
  const currency = group[name.replace(/Amount$/, 'Currency')]
  return typeof currency === 'string' ? currency : undefined
}

/** Zeros up to the number of decimals that the currency has; nothing is cut. */
function withDecimals(amount: string, currency: string | undefined): string {
  if (currency === undefined || !isCurrency(currency) || !/^-?[0-9]+(\.[0-9]+)?$/.test(amount)) return amount
  const decimals = amountDecimalsOf(currency)
  const [whole = '', fraction = ''] = amount.split('.')
  return fraction.length >= decimals ? amount : `${whole}.${fraction.padEnd(decimals, '0')}`
}
