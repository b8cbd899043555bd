// Hosted fields for gift cards and bank accounts, in a real browser.
import assert from 'node:assert/strict'
import { merchantSite } from '../../../support/browser/merchant-page.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { openSessions } from '../../../support/clients/sessions.ts'

const kinds = {
  giftCard: {
    values: { number: '6006490000000000', pin: '1234' },
    sent: { number: '600649xxxxxx0000' },
    missing: { number: 'missing' },
    wrong: [
      [{ number: '12345678' }, { number: 'invalid' }],
      [{ pin: '12' }, { pin: 'invalid' }],
    ],
  },
  ach: {
    values: {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Ada Lovelace',
      bankAccountNumber: '12345678',
      bankAccountNumberConfirmation: '12345678',
      routingNumber: '011000015',
    },
    sent: { accountType: 'CONSUMER_CHECKING', bankAccountHolder: 'Ada Lovelace', routingNumber: '011000015' },
    missing: {
      accountType: 'missing',
      bankAccountHolder: 'missing',
      bankAccountNumber: 'missing',
      bankAccountNumberConfirmation: 'missing',
      routingNumber: 'missing',
    },
    wrong: [
      [{ bankAccountNumberConfirmation: '12345679' }, { bankAccountNumberConfirmation: 'invalid' }],
      [{ routingNumber: '01100001' }, { routingNumber: 'invalid' }],
      [{ bankAccountHolder: '' }, { bankAccountHolder: 'missing' }],
      [{ bankAccountNumber: '1_2', bankAccountNumberConfirmation: '1_2' }, { bankAccountNumber: 'invalid' }],
    ],
  },
  directDebitCanada: {
    values: {
      accountType: 'CONSUMER_SAVINGS',
      bankAccountHolder: 'Ada Lovelace',
      bankAccountNumber: '1234567',
      financialInstitutionNumber: '001',
      transitNumber: '12345',
    },
    sent: {
      accountType: 'CONSUMER_SAVINGS',
      bankAccountHolder: 'Ada Lovelace',
      financialInstitutionNumber: '001',
      transitNumber: '12345',
    },
    missing: {
      accountType: 'missing',
      bankAccountHolder: 'missing',
      bankAccountNumber: 'missing',
      financialInstitutionNumber: 'missing',
      transitNumber: 'missing',
    },
    wrong: [
      [{ bankAccountNumber: '123' }, { bankAccountNumber: 'invalid' }],
      [{ financialInstitutionNumber: '1' }, { financialInstitutionNumber: 'invalid' }],
      [{ transitNumber: '1234' }, { transitNumber: 'invalid' }],
    ],
  },
} as const

describe('hosted fields of', () => {
  const site = merchantSite()

  for (const [kind, { values, sent, missing, wrong }] of Object.entries(kinds)) {
    const ids = Object.keys(values)
    const body = `<form>${ids.map((id) => `<label>${id} <input id="${id}"></label>`).join('')}<button>Pay</button></form>`
    const fields = { [kind]: Object.fromEntries(ids.map((id) => [id, `#${id}`])) }
    const script = `PaymentSession.configure({ fields: ${JSON.stringify(fields)}, frameEmbeddingMitigation: ['x-frame-options'],
      callbacks: { initialized: hear('initialized'), formSessionUpdate: hear('updated') } })
      const update = (...args) => PaymentSession.updateSessionFromForm(...args)`

    it(`${kind} are stored in a session, masked for the page, and report what is missing or wrong`, async () => {
      for (const version of [34, 100]) {
        const page = await site.open({ version, body, script })
        assert.deepEqual(await page.result('initialized'), { status: 'ok' })
        let count = 0
        const update = () => {
          count += 1
          return page.evaluate(`update('${kind}')`).then(() => page.result('updated', count))
        }
        assert.deepEqual(await update(), { status: 'fields_in_error', errors: missing })
        for (const [id, text] of Object.entries(values)) await page.fillIn(id, text)
        const { status, sourceOfFunds, session, errors } = await update()
        assert.equal(status, 'ok', JSON.stringify(errors))
        const shown = sourceOfFunds.provided[kind]
        for (const [name, value] of Object.entries(sent)) assert.equal(shown[name], value, name)
        assert.ok(
          !JSON.stringify(sourceOfFunds).includes('12345678') && !JSON.stringify(sourceOfFunds).includes('1234567"'),
        )
        const kept = await openSessions(site.gateway).retrieve(session.id, version)
        assert.deepEqual(kept.body.sourceOfFunds, sourceOfFunds)

        for (const [typed, faults] of version === 100 ? wrong : []) {
          for (const [id, text] of Object.entries(typed)) await page.fillIn(id, text)
          assert.deepEqual(await update(), { status: 'fields_in_error', session: { id: session.id }, errors: faults })
          const approved: Readonly<Record<string, string>> = values
          for (const id of Object.keys(typed)) await page.fillIn(id, approved[id] ?? '')
        }
        assert.deepEqual(page.problems, [])
        await page.close()
      }
    })
  }

  it('several kinds can be on one page, each sent by its name, with a local brand where there is one', async () => {
    const body = `<label>Card <input id="card"></label><label>Month <input id="month"></label>
      <label>Year <input id="year"></label><label>Gift card <input id="gift"></label>`
    const page = await site.open({
      body,
      script: `PaymentSession.configure({ frameEmbeddingMitigation: ['csp'],
        fields: { card: { number: '#card', expiryMonth: '#month', expiryYear: '#year' }, giftCard: { number: '#gift' } },
        callbacks: { initialized: hear('initialized'), formSessionUpdate: hear('updated') } })`,
    })
    await page.result('initialized')
    await page.fillIn('gift', '6006490000000000')
    await page.evaluate(`PaymentSession.updateSessionFromForm('giftCard', 'Shop gift card')`)
    const gift = await page.result('updated')
    assert.equal(gift.sourceOfFunds.type, 'GIFT_CARD')
    assert.equal(gift.sourceOfFunds.provided.giftCard.localBrand, 'Shop gift card')
    for (const [id, text] of [
      ['card', '4508750015741019'],
      ['month', '1'],
      ['year', '39'],
    ] as const)
      await page.fillIn(id, text)
    await page.evaluate(`PaymentSession.updateSessionFromForm('card')`)
    assert.equal((await page.result('updated', 2)).sourceOfFunds.provided.card.brand, 'VISA')
    await page.evaluate(`PaymentSession.updateSessionFromForm('ach')`)
    assert.equal((await page.result('updated', 3)).status, 'system_error')
    await page.evaluate(`PaymentSession.updateSessionFromForm('gold')`)
    assert.match((await page.result('updated', 4)).errors.message, /called gold/)
    await page.close()
  })

  it('two forms are separate, each in its own scope', async () => {
    const one = (scope: string) => `<label>Number ${scope} <input id="${scope}"></label>`
    const lay = (scope: string) => `PaymentSession.configure({ frameEmbeddingMitigation: ['csp'],
      fields: { giftCard: { number: '#${scope}' } },
      callbacks: { initialized: hear('${scope}-ready'), formSessionUpdate: hear('${scope}-updated') } }, '${scope}')`
    const page = await site.open({ body: one('left') + one('right'), script: `${lay('left')}\n${lay('right')}` })
    for (const scope of ['left', 'right']) assert.equal((await page.result(`${scope}-ready`)).status, 'ok')
    await page.fillIn('left', '6006490000000000')
    await page.evaluate(`PaymentSession.updateSessionFromForm('giftCard', undefined, 'left')`)
    await page.evaluate(`PaymentSession.updateSessionFromForm('giftCard', undefined, 'right')`)
    assert.equal((await page.result('left-updated')).status, 'ok')
    assert.deepEqual((await page.result('right-updated')).errors, { number: 'missing' })
    await page.close()
  })
})
