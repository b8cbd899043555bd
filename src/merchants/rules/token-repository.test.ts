import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { explanationText } from '../../kernel/explanation.ts'
import { ownRepositoryId, refuseRepositoryId, subMerchantRepositoryId } from './token-repository.ts'

const sha256 = (text: string) => hash('sha256', text, 'base64url')

describe("a token repository's id", () => {
  it('may be 1 to 16 printable characters', () => {
    for (const id of ['A', 'GROUP 1', '!', 'x'.repeat(16), 'TESTMERCHANT', 'test-shop'])
      assert.equal(refuseRepositoryId(id), undefined, id)
    for (const id of ['', 'x'.repeat(17), 'a\tb', 'é', ' a', 'a '])
      assert.match(explanationText(refuseRepositoryId(id) ?? ''), /printable/)
  })

  it("is neither a test merchant's nor one that the gateway creates", () => {
    assert.match(explanationText(refuseRepositoryId('TestShop') ?? ''), /twin/)
    assert.match(explanationText(refuseRepositoryId('~shop') ?? ''), /gateway/)
  })

  it("is the merchant's own id where that is valid, and otherwise a new one", () => {
    assert.equal(ownRepositoryId('SHOP1', sha256), 'SHOP1')
    const derived = ['TestShop', 'x'.repeat(17), 'x'.repeat(18)].map((id) => ownRepositoryId(id, sha256))
    assert.equal(new Set(derived).size, 3)
    for (const id of derived) assert.match(id, /^~[\w-]{15}$/)
  })

  it('of a sub-merchant is always the same, and differs from all others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        const [one, other] = [subMerchantRepositoryId(a, b, sha256), subMerchantRepositoryId(c, d, sha256)]
        assert.match(one, /^~[\w-]{15}$/)
        assert.equal(one === other, a === c && b === d)
        assert.notEqual(refuseRepositoryId(one), undefined)
      }),
    )
  })
})
