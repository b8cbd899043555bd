import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { childrenOf, type Element, elementsIn, readElement } from './asn1.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const read = (hex: string): Element => readElement(bytes(hex)) ?? assert.fail(hex)
const shown = (elements: readonly Element[] | undefined) => elements?.map(({ whole }) => whole.toString('hex'))

describe('an element of ASN.1', () => {
  it('is read with its tag, its content and all of its bytes', () => {
    const { tag, content, whole } = read('04 02 0102')
    assert.deepEqual([tag, content.toString('hex'), whole.toString('hex')], [0x04, '0102', '04020102'])
  })

  for (const [length, head] of [
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
  ] as const)
    it(`may be ${length} bytes long`, () => {
      const content = 'ab'.repeat(length)
      assert.equal(read(head + content).content.toString('hex'), content)
      assert.equal(readElement(bytes(head + content.slice(2))), undefined, 'and not one less')
      assert.equal(readElement(bytes(`${head}${content}ab`)), undefined, 'nor one more')
    })

  it('has children, as many as are asked for at most', () => {
    const list = read('30 06 0500 0101ff 0200'.replace('30 06', '30 07'))
    assert.deepEqual(shown(childrenOf(list, 3)), ['0500', '0101ff', '0200'])
    assert.equal(childrenOf(list, 2), undefined)
    assert.equal(childrenOf(read('04 02 0500'), 3), undefined, 'a string has none')
    assert.deepEqual(shown(elementsIn(bytes('0500 0500'), 2)), ['0500', '0500'])
  })

  it('may end with a mark, also in one that does', () => {
    const list = read('3080 3080 0500 0000 0200 0000')
    assert.deepEqual(shown(childrenOf(list, 2)), ['308005000000', '0200'])
    assert.equal(readElement(bytes(`${'3080'.repeat(8)}${'0000'.repeat(8)}`))?.tag, 0x30)
  })

  const none: Readonly<Record<string, string>> = {
    'without a length': '30',
    'whose length is cut off': '3082 01',
    'whose content is cut off': '30 02 05',
    'whose mark is missing': '3080 0500',
    'of a single value that ends with a mark': '0480 0500 0000',
    'with a tag of several bytes': '3f 8100 00',
    'with a length of three bytes': '30 83 000001 00',
    'that ends with marks, nested nine deep': '3080'.repeat(9) + '0000'.repeat(9),
    'that is followed by another': '0500 0500',
    'of no bytes': '',
  }
  for (const [what, hex] of Object.entries(none))
    it(`is none ${what}`, () => assert.equal(readElement(bytes(hex)), undefined))

  it('is read without an exception, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (value) => {
        const element = readElement(Buffer.from(value))
        if (element) childrenOf(element, 100)
      }),
    )
  })
})
