// What every token service adapter must do, so that no scheme token is left behind.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Expiry, isPlausibleCardNumber } from '../../src/kernel/instrument.ts'
import { Secret } from '../../src/kernel/secret.ts'
import type {
  ProvisionRequest,
  SchemeTokenNotice,
  TokenService,
  TokenServiceBooks,
} from '../../src/tokens/ports/token-service.ts'

interface Card {
  readonly number: string
  readonly expiry: Expiry
}

export interface TokenServiceUnderTest {
  readonly service: TokenService & TokenServiceBooks
  /** Test data whose outcome the service has promised. */
  readonly cards: {
    readonly given: Card
    readonly another: Card
    readonly refused: Card
    /** A token is made, and the first response is lost. */
    readonly lostOnce: Card
    /** A token is made, and no response ever comes. */
    readonly lost: Card
    /** Giving it up is acknowledged only at the second request. */
    readonly givenUpSlowly: Card
  }
  readonly pushed: { readonly identifier: string; readonly card: Card; readonly silent: string }
  /** Makes something happen to a scheme token. */
  happen(notice: Omit<SchemeTokenNotice, 'noticeId'>): Promise<void>
  close(): Promise<void>
}

let made = 0
const newReference = () => {
  made += 1
  return `REPOSITORY:${process.pid}-${String(made).padStart(6, '0')}`
}

export function tokenServiceConformance(name: string, make: () => Promise<TokenServiceUnderTest>): void {
  describe(`${name}, as a token service`, () => {
    let subject: TokenServiceUnderTest
    before(async () => {
      subject = await make()
    })
    after(() => subject.close())

    const question = ({ number, expiry }: Card, differences: Partial<ProvisionRequest> = {}): ProvisionRequest => ({
      reference: newReference(),
      number: new Secret('ACCOUNT', number),
      expiry,
      cardholder: {},
      ...differences,
    })
    const provision = async (asked: ProvisionRequest) => {
      const result = await subject.service.provision(asked)
      assert.ok(result.kind === 'PROVISIONED', result.kind)
      return result
    }
    const entryOf = async (reference: string) => {
      const page = await subject.service.list({ afterReference: reference.slice(0, -1), limit: 1000 })
      return page.find((entry) => entry.reference === reference)
    }

    it('names itself', () => {
      assert.match(subject.service.provider, /^.{1,40}$/)
    })

    it('gives a token that looks like a card and is not the card', async () => {
      const asked = question(subject.cards.given)
      const { reference, number, expiry } = await provision(asked)
      assert.equal(reference, asked.reference)
      assert.notEqual(number.open(), asked.number.open())
      assert.match(number.open(), /^\d{12,19}$/)
      assert.ok(isPlausibleCardNumber(number.open()))
      assert.match(`${expiry.month}/${expiry.year}`, /^([1-9]|0[1-9]|1[0-2])\/\d{2}$/)
      assert.deepEqual(await entryOf(asked.reference), {
        reference,
        status: 'ACTIVE',
        isGivenUp: false,
        isUnheard: false,
        timesAsked: 1,
      })
    })

    it('gives one token for one reference, however often and however many at once ask', async () => {
      const asked = question(subject.cards.given)
      const numbers = await Promise.all([1, 2, 3, 4].map(async () => (await provision(asked)).number.open()))
      assert.equal(new Set(numbers).size, 1)
      assert.equal((await entryOf(asked.reference))?.timesAsked, 4)
    })

    it('gives another token for another reference, also of the same card', async () => {
      const [one, two] = [
        await provision(question(subject.cards.given)),
        await provision(question(subject.cards.given)),
      ]
      assert.notEqual(one.number.open(), two.number.open())
    })

    it('refuses another card under a known reference', async () => {
      const asked = question(subject.cards.given)
      await provision(asked)
      const result = await subject.service.provision(question(subject.cards.another, { reference: asked.reference }))
      assert.equal(result.kind, 'REFUSED')
    })

    it('refuses a card for good, with the reason', async () => {
      const asked = question(subject.cards.refused)
      for (const result of [await subject.service.provision(asked), await subject.service.provision(asked)]) {
        assert.ok(result.kind === 'REFUSED' && result.explanation.length > 0)
        assert.ok(!result.explanation.includes(asked.number.open()))
      }
      assert.equal((await entryOf(asked.reference))?.status, 'REFUSED')
    })

    it('returns the same token again when its first answer was lost', async () => {
      const asked = question(subject.cards.lostOnce)
      assert.equal((await subject.service.provision(asked)).kind, 'NO_ANSWER')
      assert.equal((await entryOf(asked.reference))?.status, 'ACTIVE')
      await provision(asked)
    })

    it('may never answer', async () => {
      const asked = question(subject.cards.lost)
      for (let time = 1; time <= 3; time += 1) assert.equal((await subject.service.provision(asked)).kind, 'NO_ANSWER')
    })

    it('keeps nothing of what was given up, once or twice', async () => {
      const asked = question(subject.cards.given)
      await provision(asked)
      assert.equal(await subject.service.giveUp(asked.reference), true)
      assert.equal(await subject.service.giveUp(asked.reference), true)
      const { status, isGivenUp } = (await entryOf(asked.reference)) ?? assert.fail('not in the books')
      assert.deepEqual([status, isGivenUp], ['DELETED', true])
      assert.equal((await subject.service.provision(asked)).kind, 'REFUSED')
    })

    it('gives nothing for a request that arrives after it was given up', async () => {
      const asked = question(subject.cards.given)
      assert.equal(await subject.service.giveUp(asked.reference), true)
      assert.equal((await subject.service.provision(asked)).kind, 'REFUSED')
      assert.equal((await entryOf(asked.reference))?.isGivenUp, true)
    })

    it('may need to be informed again that a token is given up', async () => {
      const asked = question(subject.cards.givenUpSlowly)
      await provision(asked)
      assert.equal(await subject.service.giveUp(asked.reference), false)
      assert.equal(await subject.service.giveUp(asked.reference), true)
    })

    it('hands over a pushed card with its token', async () => {
      const { identifier, card } = subject.pushed
      const reference = newReference()
      const result = await subject.service.fetchPushed(identifier, reference)
      assert.ok(result.kind === 'PUSHED', result.kind)
      assert.deepEqual([result.card.number.open(), result.card.expiry], [card.number, card.expiry])
      assert.notEqual(result.number.open(), card.number)
      assert.equal(result.reference, reference)
      const again = await subject.service.fetchPushed(identifier, reference)
      assert.equal(again.kind === 'PUSHED' && again.number.open(), result.number.open())
      assert.equal((await entryOf(reference))?.status, 'ACTIVE')
    })

    it('does not know every identifier, and may not answer', async () => {
      assert.deepEqual(await subject.service.fetchPushed('nobody-pushed-this', newReference()), { kind: 'UNKNOWN' })
      assert.deepEqual(await subject.service.fetchPushed(subject.pushed.silent, newReference()), { kind: 'NO_ANSWER' })
    })

    it('reports events in order, repeatedly until they are acknowledged', async () => {
      const { reference } = await provision(question(subject.cards.given))
      const expiry = { month: '4', year: '44' }
      await subject.happen({ reference, status: 'SUSPENDED', hasNumberChanged: false })
      await subject.happen({ reference, status: 'ACTIVE', hasNumberChanged: true, expiry })
      const mine = async () =>
        (await subject.service.listNotices(1000)).filter((notice) => notice.reference === reference)
      const notices = await mine()
      assert.deepEqual(
        notices.map(({ noticeId: _, ...rest }) => rest),
        [
          { reference, status: 'SUSPENDED', hasNumberChanged: false },
          { reference, status: 'ACTIVE', hasNumberChanged: true, expiry },
        ],
      )
      assert.deepEqual(await mine(), notices)
      assert.equal((await entryOf(reference))?.isUnheard, true)
      const [first, second] = notices
      assert.ok(first && second)
      await subject.service.acknowledge(first.noticeId)
      await subject.service.acknowledge(first.noticeId)
      assert.deepEqual(await mine(), [second])
      await subject.service.acknowledge(second.noticeId)
      assert.deepEqual(await mine(), [])
      assert.equal((await entryOf(reference))?.isUnheard, false)
    })

    it('shows its books page by page', async () => {
      const references = [newReference(), newReference(), newReference()]
      for (const reference of references) await provision(question(subject.cards.given, { reference }))
      const seen: string[] = []
      for (let afterReference = ''; ; ) {
        const page = await subject.service.list({ afterReference, limit: 2 })
        const last = page.at(-1)
        if (!last) break
        seen.push(...page.map(({ reference }) => reference))
        afterReference = last.reference
      }
      assert.deepEqual(seen, [...new Set(seen)])
      assert.ok(references.every((reference) => seen.includes(reference)))
    })
  })
}
