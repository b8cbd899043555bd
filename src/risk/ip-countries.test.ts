import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { formatIpAddress, parseIpAddress } from '../kernel/ip-address.ts'
import { IpCountriesFailure, openIpCountries } from './ip-countries.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-ip-countries-'))
})
after(() => rm(folder, { recursive: true, force: true }))

let made = 0

async function open(text: string) {
  made += 1
  const file = join(folder, `${made}.csv`)
  await writeFile(file, text)
  return openIpCountries(file)
}

describe('without a file', () => {
  it('only the addresses for documentation have a country', async () => {
    const { find } = await openIpCountries()
    const known = {
      '192.0.2.0': 'USA',
      '192.0.2.255': 'USA',
      '198.51.100.77': 'DEU',
      '203.0.113.1': 'AUS',
      '::ffff:203.0.113.1': 'AUS',
      '2001:db8::1': 'CAN',
      '2001:db8:ffff::': 'CAN',
    }
    for (const [address, country] of Object.entries(known)) assert.equal(find(address), country, address)
    for (const address of ['192.0.1.255', '192.0.3.0', '8.8.8.8', '2001:db9::', '::', '127.0.0.1', 'shop', ''])
      assert.equal(find(address), undefined, address)
  })
})

describe("the operator's file", () => {
  it('may be in any order, with a heading, quotes, a mark of its encoding, either line end and two or three letters', async () => {
    const { find } = await open(
      '\ufeff"from","to","country"\r\n"2001:db8::","2001:db8::ff","FR"\r\n1.0.0.0, 1.0.0.255 ,AUS\r\n\r\n0.0.0.0,0.255.255.255,ZZ\r\n',
    )
    assert.equal(find('1.0.0.9'), 'AUS')
    assert.equal(find('2001:db8::a'), 'FRA')
    assert.equal(find('0.0.0.1'), undefined)
    assert.equal(find('192.0.2.1'), undefined, 'the documentation ranges are for trying out only')
  })

  it('may be empty', async () => assert.equal((await open('')).find('1.1.1.1'), undefined))

  const wrong: readonly (readonly [text: string, says: RegExp])[] = [
    ['1.0.0.0,1.0.0.255', /1?\d\.csv, line 1: it is not of the form from,to,country\.$/],
    ['from,to,country\n1.0.0.0,1.0.0.255,AUS,Sydney', /line 2: it is not of the form/],
    ['1.0.0.0,1.0.0.256,AUS', /line 1: it does not begin with two IP addresses/],
    ['16777216,16777471,AUS', /line 1: it does not begin with two IP addresses/],
    ['1.0.0.9,1.0.0.0,AUS', /line 1: its first address comes after its second/],
    ['1.0.0.0,1.0.0.9,XXX', /line 1: its country is not an ISO 3166-1 code/],
    ['1.0.0.0,1.0.0.9,aus', /line 1: its country is not an ISO 3166-1 code/],
    ['1.0.0.0,1.0.0.9,AUS\n1.0.0.9,1.0.0.20,DEU', /^The IP address 1\.0\.0\.9 is in two ranges/],
    ['1.0.0.0,1.0.0.9,AUS\n1.0.0.0,1.0.0.9,AUS', /in two ranges/],
  ]
  for (const [text, says] of wrong) {
    it(`is refused in one line: ${JSON.stringify(text)}`, async () => {
      await assert.rejects(open(text), (error: unknown) => {
        assert.ok(error instanceof IpCountriesFailure)
        assert.match(error.message, says)
        assert.doesNotMatch(error.message, /\n/)
        return true
      })
    })
  }

  it('is refused when it cannot be read', async () => {
    await assert.rejects(openIpCountries(join(folder, 'none.csv')), /none\.csv cannot be read \(ENOENT\)\.$/)
  })

  it('gives the same answers as a scan of every line', async () => {
    const anyAddress = fc.oneof(
      fc.bigInt({ min: 0xffff_0000_0000n, max: 0xffff_ffff_ffffn }),
      fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
    )
    const bounds = fc.uniqueArray(anyAddress, { minLength: 2, maxLength: 40 })
    const country = fc.constantFrom('USA', 'DEU', 'AUS')
    await fc.assert(
      fc.asyncProperty(
        bounds,
        fc.array(country, { minLength: 20, maxLength: 20 }),
        anyAddress,
        async (ends, all, other) => {
          const sorted = ends.toSorted((one, two) => (one < two ? -1 : 1))
          const ranges = all.flatMap((name, at) => {
            const [from, to] = sorted.slice(2 * at, 2 * at + 2)
            return from === undefined || to === undefined ? [] : [{ from, to, name }]
          })
          const lines = ranges.map(({ from, to, name }) => [formatIpAddress(from), formatIpAddress(to), name].join(','))
          const { find } = await open(lines.toReversed().join('\n'))
          for (const address of [other, ...ends, ...ends.map((end) => end ^ 1n)]) {
            const expected = ranges.find(({ from, to }) => from <= address && address <= to)?.name
            assert.equal(find(formatIpAddress(address)), expected)
            assert.equal(parseIpAddress(formatIpAddress(address)), address)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
