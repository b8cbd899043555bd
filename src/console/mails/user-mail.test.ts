import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../../audit/ports/alerts.ts'
import { alertActions } from '../../audit/rules/alerts.ts'
import { consoleLanguages } from '../../users/rules/preferences.ts'
import { userMail, userMailTexts } from './user-mail.ts'

const frame = { language: 'en', consoleUrl: 'https://pay.example/console' } as const
const alert: Alert = {
  merchantId: '',
  auditId: '1',
  at: new Date('2026-11-17T05:06:07Z'),
  actor: 'operator/ann',
  action: 'LINK_CHANGED',
  isWeakening: false,
  subject: {
    linkId: 'bank',
    changed: { url: { before: 'https://a.example', after: 'https://b.example' } },
    secrets: ['password'],
  },
}

describe('an e-mail with an alert', () => {
  it('says who changed what of which link, from what to what, and where the console is', () => {
    const { subject, text } = userMail({ kind: 'ALERT', alert }, frame)
    assert.equal(subject, 'Alert: Acquirer link changed')
    assert.equal(
      text,
      `Time: 2026-11-17 05:06 UTC
User: operator/ann
Acquirer link: bank

Changes:
url: https://a.example → https://b.example
password: *** → ***

Open in the console:
https://pay.example/console/alerts
`,
    )
  })

  it('names the merchant, and that controls protect less than before', () => {
    const subject = { controls: { refundsNeedApproval: { before: true, after: false } } }
    const weakened = { ...alert, merchantId: 'SHOP1', action: 'CONTROLS_WEAKENED', isWeakening: true, subject } as const
    const { text } = userMail({ kind: 'ALERT', alert: weakened }, frame)
    for (const part of ['Merchant: SHOP1', 'Controls protect less than before.', 'refundsNeedApproval: true → false'])
      assert.ok(text.includes(part), part)
  })

  it('says what was requested', () => {
    const subject = { requestId: '7', kind: 'PASSWORD', name: 'till' }
    const { text } = userMail({ kind: 'ALERT', alert: { ...alert, action: 'APPROVAL_REQUESTED', subject } }, frame)
    assert.ok(text.includes('kind: PASSWORD\nname: till\n'), text)
  })

  it('cannot be given further lines by a value, and is not longer than a page', () => {
    const changed = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `a${index}`,
        { before: 'x\r\nUser: boss\u2028y', after: 'z'.repeat(9_000) },
      ]),
    )
    const { text } = userMail({ kind: 'ALERT', alert: { ...alert, actor: 'a\nb', subject: { changed } } }, frame)
    assert.equal(text.split('\n').filter((line) => line.startsWith('User:')).length, 1)
    assert.ok(text.includes('User: a b') && text.includes('and 10 more') && text.length < 6_000)
  })
})

describe('an e-mail with a daily summary', () => {
  it('counts what it reports, shows the first ones and leads to all of them', () => {
    const summary = {
      from: new Date('2026-11-16T00:00:00Z'),
      until: new Date('2026-11-17T00:00:00Z'),
      counts: { LINK_CHANGED: 2, CONTROLS_WEAKENED: 1 },
    }
    const { subject, text } = userMail({ kind: 'SUMMARY', summary, alerts: [alert] }, frame)
    assert.equal(subject, 'Daily summary: 3 changes to controls, links and access')
    for (const part of [
      '2026-11-16 00:00 UTC',
      '2 × Acquirer link changed',
      '1 × Controls weakened',
      'url: ',
      'and 2 more',
    ])
      assert.ok(text.includes(part), part)
    assert.match(text, /\/console\/alerts\?kind=SUMMARY&from=2026-11-16T00:00:00\.000Z&to=2026-11-17T00:00:00\.000Z\n/)
  })
})

describe('the texts of e-mails to users', () => {
  const english = userMailTexts.en
  for (const language of consoleLanguages)
    it(`have the same values, and the console's names of actions: ${language}`, async () => {
      const texts = userMailTexts[language]
      const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
      for (const group of ['code', 'addressChanged', 'alert', 'summary'] as const)
        for (const [name, text] of Object.entries(texts[group]))
          assert.deepEqual(
            valuesIn(text),
            valuesIn(Object.entries(english[group]).find(([each]) => each === name)?.[1] ?? ''),
          )
      const file = new URL(`../../../web/console/src/language/texts/${language}/audit.ts`, import.meta.url).href
      const console: Readonly<Record<string, string>> = language === 'en' ? {} : (await import(file)).texts
      for (const action of alertActions)
        assert.equal(
          texts.actions[action],
          language === 'en' ? english.actions[action] : console[english.actions[action]],
        )
    })
})
