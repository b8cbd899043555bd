// The countries of IP addresses from the operator's file, in arrays for a binary search.

import { readFile } from 'node:fs/promises'
import { alpha3Of, countries } from '../kernel/country.ts'
import { OperatorFailure } from '../kernel/failures.ts'
import { formatIpAddress, parseIpAddress, parseIpRange } from '../kernel/ip-address.ts'
import type { IpCountries } from './ports/risk.ts'

/** The message is one line for the operator. */
export class IpCountriesFailure extends OperatorFailure {
  override readonly name = 'IpCountriesFailure'
}

interface Range {
  readonly from: bigint
  readonly to: bigint
  readonly country: string
}

/** Addresses reserved for documentation (RFC 5737 and RFC 3849), for testing. */
const documentationRanges: readonly (readonly [network: string, country: string])[] = [
  ['192.0.2.0/24', 'USA'],
  ['198.51.100.0/24', 'DEU'],
  ['203.0.113.0/24', 'AUS'],
  ['2001:db8::/32', 'CAN'],
]

/**
 * Reads a file with the lines `from,to,country`: addresses of either version in any order, both ends included, and the
 * country by two or three letters. ZZ means unassigned, as publishers of such files write it. Quotes and a heading are
 * allowed.
 */
export async function openIpCountries(file?: string): Promise<IpCountries> {
  if (file === undefined) return ipCountriesOf(documentationRanges.map(documentationRange))
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new IpCountriesFailure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  return ipCountriesOf([...readRanges(file, text)])
}

function documentationRange([network, country]: readonly [string, string]): Range {
  const range = parseIpRange(network)
  if (!range) throw new Error(`${network} is not a network`)
  return { ...range, country }
}

function* readRanges(file: string, text: string): Generator<Range> {
  let lineNumber = 0
  for (const line of text.split(/\r?\n/)) {
    lineNumber += 1
    // Some programs begin a file with a byte order mark.
    const cells = line
      .replace(/^\ufeff/, '')
      .split(',')
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    if (cells.length === 1 && cells[0] === '') continue
    if (lineNumber === 1 && /^[a-z_]+$/i.test(cells[0] ?? '')) continue
    const range = readRange(cells)
    if (typeof range === 'string') throw new IpCountriesFailure(`${file}, line ${lineNumber}: ${range}.`)
    if (range) yield range
  }
}

/** A text describes the error in the line. */
function readRange(cells: readonly string[]): Range | string | undefined {
  const [fromText = '', toText = '', countryText = ''] = cells
  if (cells.length !== 3) return 'it is not of the form from,to,country'
  const from = parseIpAddress(fromText)
  const to = parseIpAddress(toText)
  if (from === undefined || to === undefined) return 'it does not begin with two IP addresses'
  if (from > to) return 'its first address comes after its second'
  if (countryText === 'ZZ') return undefined
  const country = alpha3Of(countryText) ?? countryText
  return countries.has(country) ? { from, to, country } : 'its country is not an ISO 3166-1 code'
}

const half = 64n
const lowMask = 2n ** half - 1n

/** Halves of addresses side by side take a third of the memory that as many bigints would, and are found by index. */
interface Addresses {
  readonly high: BigUint64Array
  readonly low: BigUint64Array
}

function ipCountriesOf(unsorted: readonly Range[]): IpCountries {
  const ranges = unsorted.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  refuseOverlap(ranges)
  const from = addressesOf(ranges.map((range) => range.from))
  const to = addressesOf(ranges.map((range) => range.to))
  const countries = ranges.map(({ country }) => country)

  return {
    find(ipAddress) {
      const address = parseIpAddress(ipAddress)
      if (address === undefined) return undefined
      const at = lastNotAbove(from, address)
      return at >= 0 && isAtMost(address, to, at) ? countries[at] : undefined
    },
  }
}

function refuseOverlap(ranges: readonly Range[]): void {
  for (const [at, range] of ranges.entries()) {
    const previous = ranges[at - 1]
    if (previous && range.from <= previous.to) {
      throw new IpCountriesFailure(
        `The IP address ${formatIpAddress(range.from)} is in two ranges of the country file.`,
      )
    }
  }
}

function addressesOf(values: readonly bigint[]): Addresses {
  return {
    high: BigUint64Array.from(values, (value) => value >> half),
    low: BigUint64Array.from(values, (value) => value & lowMask),
  }
}

function lastNotAbove(sorted: Addresses, address: bigint): number {
  let [found, above] = [-1, sorted.high.length]
  while (above - found > 1) {
    const middle = (found + above) >>> 1
    if (compare(sorted, middle, address) <= 0) found = middle
    else above = middle
  }
  return found
}

function isAtMost(address: bigint, bounds: Addresses, at: number): boolean {
  return compare(bounds, at, address) >= 0
}

function compare({ high, low }: Addresses, at: number, address: bigint): number {
  const [upper, lower] = [high[at] ?? 0n, low[at] ?? 0n]
  const [otherUpper, otherLower] = [address >> half, address & lowMask]
  if (upper !== otherUpper) return upper < otherUpper ? -1 : 1
  if (lower === otherLower) return 0
  return lower < otherLower ? -1 : 1
}
