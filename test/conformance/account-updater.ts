// What every account updater adapter must do.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cardKindOf, type Expiry, isPlausibleCardNumber } from '../../src/kernel/instrument.ts'
import { maskCardNumber, Secret } from '../../src/kernel/secret.ts'
import type { AccountUpdater } from '../../src/tokens/ports/account-updater.ts'

interface Card {
  readonly number: string
  readonly expiry: Expiry
}

export interface AccountUpdaterUnderTest {
  readonly updater: AccountUpdater
  /** Test data whose outcome the updater has promised. */
  readonly cards: {
    readonly unchanged: readonly Card[]
    readonly renewed: Card
    readonly replaced: readonly Card[]
    /** By a number that looks the same when it is masked. */
    readonly replacedUnseen: readonly Card[]
    readonly closed: Card
    readonly silent: Card
  }
  close(): Promise<void>
}

let made = 0
const newReference = () => {
  made += 1
  return `conformance-${process.pid}-${made}`
}

export function accountUpdaterConformance(name: string, make: () => Promise<AccountUpdaterUnderTest>): void {
  describe(`${name}, as an account updater`, () => {
    let subject: AccountUpdaterUnderTest
    before(async () => {
      subject = await make()
    })
    after(() => subject.close())

    const lookUp = ({ number, expiry }: Card, reference = newReference()) =>
      subject.updater.lookUp({ reference, number: new Secret('ACCOUNT', number), expiry })

    it('leaves a card unchanged that has no newer number', async () => {
      for (const card of subject.cards.unchanged) assert.deepEqual(await lookUp(card), { kind: 'UNCHANGED' })
    })

    it('can be asked about a card whose expiry is not known', async () => {
      const number = new Secret('ACCOUNT', subject.cards.renewed.number)
      assert.deepEqual(await subject.updater.lookUp({ reference: newReference(), number }), { kind: 'UNCHANGED' })
    })

    it('returns the new expiry of a renewed card', async () => {
      const update = await lookUp(subject.cards.renewed)
      assert.ok(update.kind === 'RENEWED', update.kind)
      assert.notDeepEqual(update.expiry, subject.cards.renewed.expiry)
    })

    it('returns the number that replaced another, of the same brand', async () => {
      for (const card of subject.cards.replaced) {
        const update = await lookUp(card)
        assert.ok(update.kind === 'REPLACED', update.kind)
        const number = update.number.open()
        assert.ok(isPlausibleCardNumber(number))
        assert.deepEqual(cardKindOf(number), cardKindOf(card.number))
        assert.notEqual(maskCardNumber(number), maskCardNumber(card.number))
      }
    })

    it('returns a new number also when its mask is the same', async () => {
      for (const card of subject.cards.replacedUnseen) {
        const update = await lookUp(card)
        assert.ok(update.kind === 'REPLACED', update.kind)
        const number = update.number.open()
        assert.ok(isPlausibleCardNumber(number) && number !== card.number)
        assert.equal(maskCardNumber(number), maskCardNumber(card.number))
      }
    })

    it('reports that a card is closed', async () => {
      assert.deepEqual(await lookUp(subject.cards.closed), { kind: 'CLOSED' })
    })

    it('may not answer', async () => {
      assert.deepEqual(await lookUp(subject.cards.silent), { kind: 'NO_ANSWER' })
    })

    it('gives the same answer again under the same reference', async () => {
      const reference = newReference()
      assert.deepEqual(await lookUp(subject.cards.renewed, reference), await lookUp(subject.cards.renewed, reference))
    })
  })
}
