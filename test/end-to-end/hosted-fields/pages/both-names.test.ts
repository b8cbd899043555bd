// Pages that name the card's number twice, as number and as cardNumber, for one input: shop modules do so to work with every
// version of the library. The payer uses the page with mouse and keyboard alone.
import assert from 'node:assert/strict'
import {
  approvedCard,
  cardForm,
  configureCard,
  type HostedFieldsPage,
  merchantSite,
  until,
} from '../../../support/browser/merchant-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

const rest = { expiryMonth: '#month', expiryYear: '#year', securityCode: '#code' }
const both = { card: { number: '#number', cardNumber: '#number', ...rest } }

/** Where the page's own input is, which is what a payer aims at. */
async function clickOn(page: HostedFieldsPage, id: string): Promise<void> {
  const { x, y }: { x: number; y: number } = await page.evaluate(`(({ x, y, width, height }) => ({
    x: x + width / 2, y: y + height / 2 }))(document.getElementById('${id}').getBoundingClientRect())`)
  await page.mouse.click(x, y)
  await until(page, `document.activeElement?.previousElementSibling?.id === '${id}'`)
  await isTypable(page)
}

/** The frame that has the focus takes keys. */
function isTypable(page: HostedFieldsPage): Promise<void> {
  const focused = page.frames().map(async (frame) => {
    await until(frame, `document.hasFocus() && document.activeElement?.id === 'field'`)
  })
  return Promise.any(focused)
}

describe('hosted fields whose page names the number of the card twice', () => {
  const site = merchantSite()

  for (const version of [55, 69, 100]) {
    it(`take the number typed with mouse and keyboard in version ${version}`, async () => {
      const page = await site.open({ version, body: cardForm, script: configureCard({ fields: both }) })
      assert.deepEqual(await page.result('initialized'), { status: 'ok' })
      assert.equal(await page.locator('#number ~ iframe').count(), 1, 'one frame over one input')
      for (const [id, text] of Object.entries(approvedCard)) {
        await clickOn(page, id)
        await page.keyboard.type(text)
      }
      const box = await page.getByRole('button', { name: 'Pay' }).boundingBox()
      assert.ok(box)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      const { status, sourceOfFunds } = await page.result('updated')
      assert.deepEqual([status, sourceOfFunds?.provided.card.number], ['ok', '512345xxxxxx0008'])
      await page.close()
    })

    it(`take the number typed with the keyboard alone in version ${version}`, async () => {
      const page = await site.open({ version, body: cardForm, script: configureCard({ fields: both }) })
      await page.result('initialized')
      for (const [id, text] of Object.entries(approvedCard)) {
        await page.keyboard.press('Tab')
        await until(page, `document.activeElement?.previousElementSibling?.id === '${id}'`)
        await isTypable(page)
        await page.keyboard.type(text)
      }
      await page.keyboard.press('Enter')
      const { status, sourceOfFunds } = await page.result('updated')
      assert.deepEqual([status, sourceOfFunds?.provided.card.number], ['ok', '512345xxxxxx0008'])
      await page.close()
    })
  }

  it('report a fault under both names, and answer to both in callbacks and calls', async () => {
    const selectors = { card: { ...both.card, cardNumber: 'input#number' } }
    const script = `${configureCard({ fields: selectors })}
      PaymentSession.onChange(['card.number'], hear('byNumber'))
      PaymentSession.onChange(['card.cardNumber'], hear('byCardNumber'))
      PaymentSession.onChange(['input#number'], hear('bySelector'))
      PaymentSession.onChange(['card.number', 'card.cardNumber', '#number'], hear('once'))`
    const page = await site.open({ body: cardForm, script })
    await page.result('initialized')
    assert.equal(await page.locator('#number ~ iframe').count(), 1)
    await page.type('number', '4')
    for (const name of ['byNumber', 'byCardNumber', 'once']) {
      const [selector, called, { role }] = await page.result(name)
      assert.deepEqual([selector, called, role], ['#number', 'number', 'card.number'], name)
    }
    assert.equal((await page.result('bySelector'))[0], 'input#number', 'the selector that the page listens by')
    assert.equal((await page.heard('once')).length, 1)
    await page.evaluate(`PaymentSession.updateSessionFromForm('card')`)
    const { status, errors } = await page.result('updated')
    assert.deepEqual(
      [status, errors.number, errors.cardNumber, errors.expiryMonth],
      ['fields_in_error', 'invalid', 'invalid', 'missing'],
    )
    for (const name of ['card.number', 'card.cardNumber', 'input#number']) {
      await page.evaluate(`document.querySelector('button').focus()`)
      await page.evaluate(`PaymentSession.setFocus('${name}')`)
      await isTypable(page)
    }
    await page.close()
  })
})

describe('hosted fields of a shop module that names their scope once', () => {
  const site = merchantSite()
  const scope = 'new-1-1700000000000'

  for (const version of [55, 69, 100]) {
    it(`are followed, styled, validated and stored by calls without the scope in version ${version}`, async () => {
      const all = `['card.number', 'card.securityCode', 'card.expiryMonth', 'card.expiryYear']`
      const script = `
        PaymentSession.onFocus(['card.number'], hear('focused'))
        PaymentSession.configure({
          fields: ${JSON.stringify({ card: both.card })},
          frameEmbeddingMitigation: ['javascript'],
          callbacks: { initialized: hear('initialized'), formSessionUpdate: hear('updated') },
          interaction: { displayControl: { formatCard: 'EMBOSSED', invalidFieldCharacters: 'REJECT' } },
        }, '${scope}')
        PaymentSession.setLocale('en_US')
        PaymentSession.setFocusStyle(['card.number'], { borderColor: 'rgb(1, 2, 3)' })
        PaymentSession.onChange(${all}, (selector, role) =>
          PaymentSession.validate('card', ({ card }) => hear('validated')([role, card[role].isValid])))
        PaymentSession.onValidityChange(${all}, hear('validity'))
        PaymentSession.onCardTypeChange(hear('type'))
        PaymentSession.onCardBINChange(hear('bin'))`
      const page = await site.open({ version, body: cardForm, script })
      assert.deepEqual(await page.result('initialized'), { status: 'ok' })
      await page.evaluate(`PaymentSession.setFocus('card.number')`)
      await page.result('focused')
      const field = await page.field('number')
      await until(field, `getComputedStyle(document.getElementById('field')).borderTopColor === 'rgb(1, 2, 3)'`)
      for (const [id, text] of Object.entries(approvedCard)) await page.type(id, text)
      const [, type, named] = (await page.heard('type')).at(-1)
      assert.deepEqual([type, named], [{ status: 'SUPPORTED', brand: 'MASTERCARD' }, scope])
      assert.ok((await page.heard('bin')).length > 0 && (await page.heard('validity')).length > 0)
      await until(page, `JSON.stringify(heardCalls.validated?.at(-1)) === '["securityCode",true]'`)
      await page.evaluate(`PaymentSession.updateSessionFromForm('card', null, null)`)
      const { status, sourceOfFunds } = await page.result('updated')
      assert.deepEqual([status, sourceOfFunds?.provided.card.number], ['ok', '512345xxxxxx0008'])
      await page.close()
    })
  }
})

describe('hosted fields on a page that follows how they are filled in', () => {
  const site = merchantSite()

  it('report validity, emptiness and brand with each key, and answer how all of them are filled in', async () => {
    const all = `['card.number', 'card.securityCode']`
    const script = `${configureCard()}
      PaymentSession.onValidityChange(${all}, hear('validity'))
      PaymentSession.onEmptinessChange(${all}, hear('emptiness'))
      PaymentSession.onCardTypeChange(hear('type'))
      PaymentSession.onCardBINChange(hear('bin'))
      PaymentSession.onBlur(['card.number'], (selector, role) =>
        PaymentSession.validate('card', (results) => hear('validated')([role, results.card[role]])))`
    const page = await site.open({ body: cardForm, script })
    await page.result('initialized')
    await page.type('number', '5123450000000008')
    assert.deepEqual(await page.result('emptiness'), ['#number', { isEmpty: false }, 'number'])
    const wrong = { isValid: false, hasError: true, errorReason: 'INVALID_VALUE' }
    assert.deepEqual((await page.heard('validity'))[0], ['#number', wrong, 'number'])
    const valid = ['#number', { isValid: true, hasError: false }, 'number']
    await until(page, `JSON.stringify(heardCalls.validity?.at(-1)) === ${JSON.stringify(JSON.stringify(valid))}`)
    assert.equal((await page.heard('emptiness')).length, 1, 'only when it changes')
    const types = (await page.heard('type')).map(([, type]: readonly [string, unknown]) => type)
    assert.deepEqual(types.at(-1), { status: 'SUPPORTED', brand: 'MASTERCARD' })
    assert.equal(JSON.stringify(await page.heard('bin')).includes('512345'), false, 'no digit leaves the frame')
    await page.evaluate(`document.querySelector('button').focus()`)
    const [role, result] = (await page.result('validated')) as [string, object]
    assert.deepEqual([role, result], ['number', { selector: '#number', isValid: true, hasError: false }])
    const everything = await page.evaluate(
      `new Promise((resolve) => PaymentSession.validate('card', ({ card }) => resolve(card.securityCode.errorReason)))`,
    )
    assert.equal(everything, 'EMPTY')
    await page.close()
  })
})
