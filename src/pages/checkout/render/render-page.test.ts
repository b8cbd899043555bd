import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { samplePages } from '../../../../test/support/builders/sample-pages.ts'
import { readCheckoutFiles } from '../assets.ts'
import type { PageView, PayView } from '../page-view.ts'
import { renderPage } from './render-page.ts'

const assets = readCheckoutFiles()
const samples = Object.entries(samplePages) as readonly [string, PageView][]

describe('a page that a payer sees', () => {
  it('shows text of others as text, wherever it comes from', () => {
    assert.ok(samples.flatMap(([, view]) => placesOf(view)).length > 400)
    for (const [name, view] of samples) {
      const usualTags = tagsOf(renderPage(view, assets))
      for (const place of placesOf(view)) {
        const mark = `"><script>alert(1)</script>'&`
        const drawn = renderPage(withTextAt(view, place, mark), assets)
        const about = `${name} ${place.join('.')}`
        assert.doesNotMatch(drawn, /<script>|<script[^>]*>alert|alert\(1\)<\/script>'&/, about)
        const tags = tagsOf(drawn)
        // Where it is more than text, such as a currency, the page is another one with any text.
        if (tags !== usualTags)
          assert.equal(tags, tagsOf(renderPage(withTextAt(view, place, 'harmless'), assets)), about)
      }
    }
  })

  it('links only to web, mail and telephone addresses', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', ' JaVaScRiPt:alert(1)']) {
      const merchant = { ...samplePages.pay.merchant, url, logo: url }
      const pages: readonly PageView[] = [
        { ...samplePages.pay, merchant },
        { ...samplePages.receipt, merchant, backUrl: url },
        { ...samplePages.handOver, url },
        { ...samplePages.leave, url },
        { ...samplePages.unfinished, redirectUrl: url },
        { ...samplePages.challenge, acsUrl: url },
      ]
      for (const page of pages)
        assert.doesNotMatch(renderPage(page, assets), /(href|src|action|data-url)="\s*(javascript|data):/i)
    }
  })

  it('shows a logo only from the gateway itself', () => {
    const withLogo = (logo: string) =>
      renderPage({ ...samplePages.pay, merchant: { ...samplePages.pay.merchant, logo } }, assets)
    for (const own of [`/checkout/logos/SHOP1/${'0f'.repeat(32)}`, '/checkout/pay/SESSION0002/logo'])
      assert.ok(withLogo(own).includes(`<img class="logo" src="${own}"`), own)
    for (const other of ['https://riverside.example/logo.png', '//riverside.example/logo', '/checkout/pay/a/../logo'])
      assert.doesNotMatch(withLogo(other), /<img class="logo"/, other)
  })

  it('writes the address of the merchant in its own direction as a whole', () => {
    const address = /<p><bdi>Riverside Books<span class="line">12 Mill Lane<\/span><span class="line">Cambridge CB2 1RX/
    assert.match(renderPage({ ...samplePages.notice, locale: 'ar' }, assets), address)
  })

  it('has no script, style or handler in its markup, and every file with its hash', () => {
    for (const [name, view] of samples) {
      const drawn = renderPage(view, assets)
      assert.doesNotMatch(drawn, /<style|\sstyle=|\son\w+=/i, name)
      for (const [tag] of drawn.matchAll(/<script[^>]*>|<link rel="(?:stylesheet|modulepreload)"[^>]*>/g))
        assert.match(tag, / integrity="sha384-[A-Za-z0-9+/=]{64}"/, name)
      assert.doesNotMatch(drawn, /<script(?![^>]* src=)/, name)
      for (const [tag] of drawn.matchAll(/<[a-z][^>]*>/g)) assert.doesNotMatch(tag.replace(/="[^"]*"/g, ''), /=/, name)
      assert.doesNotMatch(drawn, /undefined|\[object|NaN/, name)
    }
  })

  it('speaks the language of its locale, in its direction', () => {
    assert.match(renderPage({ ...samplePages.pay, locale: 'ar' }, assets), /<html lang="ar" dir="rtl"/)
    assert.match(
      renderPage({ ...samplePages.pay, locale: 'de_AT' }, assets),
      /<html lang="de" dir="ltr"(.|\n)*100,00\u00a0\$\u2069 bezahlen/,
    )
    assert.match(renderPage({ ...samplePages.pay, locale: 'tlh' }, assets), /<html lang="en"/)
  })

  it('names the amount on its button, or what else it does', () => {
    const button = (view: PayView) => /data-text>([^<]*)</.exec(renderPage(view, assets))?.[1]
    assert.equal(button(samplePages.pay), 'Pay \u2068$100.00\u2069')
    const yen = { ...samplePages.pay.order, amount: '1200', currency: 'JPY' }
    assert.equal(button({ ...samplePages.pay, order: yen }), 'Pay \u2068¥1,200\u2069')
    const large = { ...samplePages.pay.order, amount: '99999999999999999.123', currency: 'KWD' }
    assert.equal(button({ ...samplePages.pay, order: large }), 'Pay \u2068KWD\u00a099,999,999,999,999,999.123\u2069')
    assert.equal(button(samplePages.verify), 'Verify card')
    assert.equal(button(samplePages.keep), 'Save and continue')
  })

  it('never repeats a posted secret, even if it receives one', () => {
    const drawn = renderPage(
      { ...samplePages.pay, values: { cardNumber: '5123450000000008', securityCode: '100' } },
      assets,
    )
    assert.doesNotMatch(drawn, /5123450000000008|value="100"/)
  })

  it('asks for the fields that the merchant wants, and for no others', () => {
    const names = (view: PayView) =>
      [...renderPage(view, assets).matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, name]) => name)
    const card = ['cardNumber', 'expiryMonth', 'expiryYear', 'securityCode']
    const hidden = { requirement: 'HIDE' } as const
    const bare = { ...samplePages.pay, email: hidden, asksName: false }
    assert.deepEqual(names(bare), ['attempt', 'source', ...card])
    assert.deepEqual(names({ ...bare, asksName: true }), ['attempt', 'source', ...card, 'nameOnCard'])
    assert.deepEqual(names(samplePages.shown), ['attempt', 'source', ...card, 'nameOnCard'])
    assert.ok(names(samplePages.faulty).includes('billingCountry'))
    assert.deepEqual(names({ ...bare, asksDevice: true }), ['attempt', 'device', 'source', ...card])
    assert.deepEqual(names({ ...bare, sources: ['PROVIDER_B'] }), ['attempt', 'source', 'bankIdentifier'])
    assert.deepEqual(names({ ...bare, sources: ['GIFT_CARD'] }), ['attempt', 'source', 'giftCardNumber', 'giftCardPin'])
    assert.deepEqual(
      names({ ...bare, sources: [], saved: [{ source: 'STORED', label: '•••• 1019', needsSecurityCode: false }] }),
      ['attempt', 'source'],
    )
  })

  it('gives each field one label, and each error a link to its field', () => {
    for (const [name, view] of samples) {
      const drawn = renderPage(view, assets)
      const ids = [...drawn.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted(), name)
      for (const [, target] of drawn.matchAll(/ (?:for|href)="#?(\w+)"/g))
        assert.ok(ids.includes(target), `${name} ${target}`)
      for (const [, targets = ''] of drawn.matchAll(/ aria-describedby="([^"]+)"/g))
        for (const target of targets.split(' ')) assert.ok(ids.includes(target), `${name} ${target}`)
    }
  })

  it('has a button for each provider, which leads out of a frame', () => {
    const buttons = (view: PayView) =>
      [...renderPage(view, assets).matchAll(/<button class="button"([^>]*)>.*?data-text>([^<]*)</g)].map(
        ([, way = '', text]) => [text, /formtarget="_top"/.test(way)],
      )
    const names = ['A', 'B', 'C'].map((letter) => `Continue to \u2068Provider ${letter}\u2069`)
    const pays = ['Pay \u2068$100.00\u2069', false]
    assert.deepEqual(buttons(samplePages.providers), [pays, ...names.map((name) => [name, false])])
    assert.deepEqual(buttons(samplePages.framedProviders), [pays, ...names.map((name) => [name, true])])
    assert.deepEqual(buttons({ ...samplePages.providers, sources: ['PROVIDER_A'] }), [[names[0], false]])
  })

  it('asks for no card during the bank’s challenge', () => {
    const drawn = renderPage(samplePages.challenge, assets)
    assert.doesNotMatch(drawn, /cardNumber|securityCode/)
    assert.match(drawn, /<form [^>]*action="https:\/\/bank\.example\/challenge" target="challenge">/)
    assert.match(drawn, /<iframe [^>]*name="challenge" title="Your bank’s page"/)
  })

  it('hides the order when the merchant says so, but never the amount', () => {
    const shows = (showsOrder: PayView['showsOrder']) => renderPage({ ...samplePages.pay, showsOrder }, assets)
    assert.match(shows('SHOW'), /The Living Mountain/)
    assert.doesNotMatch(shows('SHOW_PARTIAL'), /The Living Mountain/)
    assert.match(shows('SHOW_PARTIAL'), /RB-20391/)
    assert.doesNotMatch(shows('HIDE'), /RB-20391|Books and a print/)
    assert.match(shows('HIDE'), /class="amount"><bdi>\$100\.00/)
  })

  it('says that no money moves only where none does', () => {
    assert.match(renderPage(samplePages.sandbox, assets), /Test mode/)
    assert.doesNotMatch(renderPage(samplePages.pay, assets), /Test mode/)
  })

  it('reports its height only to the shop that frames it', () => {
    assert.match(renderPage(samplePages.embedded, assets), /<body data-origins="https:\/\/riverside.example">/)
    assert.match(renderPage({ ...samplePages.embedded, frame: 'PAGE' }, assets), /<body>/)
  })

  it('weighs less than 100 kilobytes with all its files, whatever it asks for', () => {
    const heaviest: PayView = {
      ...samplePages.providers,
      ...samplePages.faulty,
      sources: ['CARD', 'GIFT_CARD', 'ACH', 'PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'],
      saved: samplePages.savedCards.saved,
      locale: 'ar',
    }
    const bytes = weightOf(heaviest)
    assert.ok(bytes < 100_000, String(bytes))
  })

  it('weighs at most 20 kilobytes more with wallets, and loads their files only where it offers some', () => {
    const more = weightOf(samplePages.wallets) - weightOf({ ...samplePages.pay, isSandbox: true })
    assert.ok(more < 20_000, String(more))
    assert.doesNotMatch(renderPage(samplePages.pay, assets), /wallet/)
  })

  function weightOf(view: PayView): number {
    const drawn = renderPage(view, assets)
    const named = new Set([...drawn.matchAll(/\/checkout\/assets\/\w+\/([\w./-]+)"/g)].map(([, name = '']) => name))
    // Marks of brands appear as the payer types.
    const marks = [...assets.files.keys()].filter((name) => name.startsWith('brand-'))
    const files = [...new Set([...named, ...marks])]
    assert.ok(files.length > 15)
    return files.reduce(
      (sum, name) => sum + (assets.files.get(name)?.bytes.length ?? Number.NaN),
      Buffer.byteLength(drawn),
    )
  }
})

type Place = readonly string[]

/** Where a view has text from outside: every string but the gateway's own choices. */
function placesOf(value: unknown, at: Place = []): readonly Place[] {
  const ours = [
    'kind',
    'locale',
    'frame',
    'operation',
    'showsOrder',
    'sources',
    'requirement',
    'declined',
    'fault',
    'faults',
    'outcome',
    'about',
    'event',
  ]
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (ours.includes(key) ? [] : placesOf(inner, [...at, key])))
}

function withTextAt<T>(value: T, [key, ...rest]: Place, text: string): T {
  if (key === undefined) return text as T
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  copy[key] = withTextAt(copy[key], rest, text)
  return copy as T
}

function tagsOf(markup: string): string {
  return [...markup.matchAll(/<[a-z/!][^\s>]*/g)].join(' ')
}
