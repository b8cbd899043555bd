// The page with the form.

import { type Provider, providers } from '../../../kernel/provider.ts'
import { attributes, type Html, html } from '../../../platform/html/html.ts'
import type { FormField, OfferedSource, PostedSource } from '../form-fields.ts'
import type { PayView, SavedAccountView } from '../page-view.ts'
import { findBrandImage } from './brands.ts'
import { renderBankAccountFields, renderBankIdentifier, renderCardFields, renderGiftCardFields } from './card-fields.ts'
import {
  type CheckoutIconName,
  type Renderer,
  renderDocument,
  renderFooter,
  renderIcon,
  withMerchantName,
  withProviderName,
} from './document.ts'
import { faultText, renderBilling, renderEmail } from './field.ts'
import { purposeText, renderOrderSummary } from './order-summary.ts'
import { fillPlaceholders } from './texts/index.ts'
import { renderWallets, walletFiles, walletModules } from './wallets.ts'

/** All that pay.js imports. */
export const payScripts = [
  'brands.js',
  'checks.js',
  'countdown.js',
  'device.js',
  'fields/card-brands.js',
  'leaving.js',
  'shop-messages.js',
  'writing.js',
] as const

export function renderPayPage(renderer: Renderer, view: PayView): Html {
  const { texts } = renderer
  const { merchant, secondsLeft, timeoutPath } = view
  const purpose = withMerchantName(purposeText(renderer, view), merchant.name)
  const isFaulty = view.declined !== undefined || Object.keys(view.faults).length > 0
  return renderDocument(renderer, view, {
    title: isFaulty ? fillPlaceholders(texts.errorTitle, { title: purpose }) : purpose,
    script: 'pay.js',
    modules: view.wallets ? [...payScripts, ...walletModules] : payScripts,
    extra: view.wallets && walletFiles,
    next: { seconds: secondsLeft, path: timeoutPath },
    body: html`<div class="desk">
${renderOrderSummary(renderer, view)}
<main class="till"><div class="till-inside">
${renderCountdown(renderer, view)}
${renderDeclined(renderer, view)}
${renderFaults(renderer, view)}
${renderWallets(renderer, view)}
${renderForm(renderer, view)}
${renderCancel(renderer, view)}
${renderFooter(renderer, merchant)}
</div></main>
</div>`,
  })
}

function renderForm(renderer: Renderer, view: PayView): Html {
  const { sources, saved, payPath, attempt } = view
  return html`<form class="form" id="pay" method="post" action="${payPath}" autocomplete="on" novalidate>
<input type="hidden" name="attempt" value="${attempt}">
${view.asksDevice && html`<input type="hidden" name="device" value="">`}
${renderSources(renderer, view)}
${(sources.includes('CARD') || saved.some((account) => account.needsSecurityCode)) && renderCardFields(renderer, view)}
${sources.includes('GIFT_CARD') && renderGiftCardFields(renderer, view)}
${sources.includes('ACH') && renderBankAccountFields(renderer, view)}
${sources.includes('PROVIDER_B') && renderBankIdentifier(renderer, view)}
${renderEmail(renderer, view)}
${withoutProviders(view, renderBilling(renderer, view))}
${renderSubmit(renderer, view)}
</form>`
}

/** The sources that are paid with on this page itself. */
const paidHere = 'CARD STORED SAVED GIFT_CARD ACH'

function isProvider(source: PostedSource): source is Provider {
  return providers.some((provider) => provider === source)
}

/** Fields that a provider does not need are hidden when one is chosen. */
function withoutProviders({ sources }: PayView, part: Html | undefined): Html | undefined {
  return part && sources.some(isProvider) ? html`<div data-for="${paidHere}">${part}</div>` : part
}

const sourceIcons: Readonly<Record<OfferedSource, CheckoutIconName>> = {
  CARD: 'card',
  GIFT_CARD: 'gift',
  ACH: 'bank',
  PROVIDER_A: 'wallet',
  PROVIDER_B: 'transfer',
  PROVIDER_C: 'bank',
}

/** Up to this many are shown side by side. */
const tabsMax = 3

/** Choices are shown only where there are some. */
function renderSources(renderer: Renderer, view: PayView): Html {
  const { texts } = renderer
  const { saved, sources, values } = view
  const choices = [
    ...saved.map((account) => savedChoice(renderer, account)),
    ...sources.map((source) => offeredChoice(renderer, view, source)),
  ]
  const chosen = choices.find(({ source }) => source === values.source) ?? choices[0]
  if (choices.length < 2)
    return html`<input${attributes({ type: 'hidden', name: 'source', value: chosen?.source, 'data-stored-brand': chosen?.storedBrand })}>`
  const isList = saved.length > 0 || choices.length > tabsMax
  return html`<fieldset${attributes({ class: isList ? 'sources sources-list' : 'sources', id: 'source' })}>
<legend class="unseen">${texts.paymentMethod}</legend>
${choices.map(
  ({ source, storedBrand, picture, name }) =>
    html`<label class="choice"><input${attributes({
      type: 'radio',
      name: 'source',
      value: source,
      checked: source === chosen?.source,
      'data-stored-brand': storedBrand,
      'aria-describedby': view.faults.source === undefined ? undefined : 'source-fault',
    })}><span class="choice-face">${picture}<span class="choice-name">${name}</span></span></label>`,
)}
${view.faults.source !== undefined && html`<p class="fault" id="source-fault">${faultText(renderer, view, 'source')}</p>`}
</fieldset>`
}

interface Choice {
  readonly source: PostedSource
  /** For the script, which checks the security code: the brand of a stored card. */
  readonly storedBrand?: string
  readonly picture: Html
  readonly name: Html
}

function savedChoice(renderer: Renderer, { source, label, brand, expiry }: SavedAccountView): Choice {
  const { texts, assets } = renderer
  const image = findBrandImage(brand)
  const more = expiry ? fillPlaceholders(texts.validUntil, { expiry: expiryText(expiry) }) : texts.savedDetails
  return {
    source,
    storedBrand: brand ?? '',
    picture: image
      ? html`<img class="mark" src="${assets.url(image.file)}" alt="" width="38" height="24">`
      : renderIcon('saved'),
    name: html`<span>${image && html`<bdi>${image.name}</bdi> `}<bdi>${label}</bdi></span> <span class="choice-more">${more}</span>`,
  }
}

/** As it is printed on cards, also between words that run from right to left. */
function expiryText({ month, year }: NonNullable<SavedAccountView['expiry']>): string {
  return `\u2066${month.padStart(2, '0')}/${year.padStart(2, '0')}\u2069`
}

function offeredChoice({ texts }: Renderer, { saved, providerNames }: PayView, source: OfferedSource): Choice {
  const isOther = source === 'CARD' && saved.length > 0
  const name = isOther ? texts.anotherCard : isProvider(source) ? undefined : texts.sources[source]
  return {
    source,
    picture: renderIcon(sourceIcons[source]),
    name: isProvider(source) ? html`<bdi>${providerNames?.[source]}</bdi>` : html`${name}`,
  }
}

function renderSubmit(renderer: Renderer, view: PayView): Html {
  const { texts } = renderer
  const { operation, merchant } = view
  const notes = { AUTHORIZE: texts.noteAuthorize, VERIFY: texts.noteVerify, NONE: texts.noteKeep, PURCHASE: '' }
  const note = notes[operation]
  const leaving = view.sources.filter(isProvider)
  const isPaidHere = view.saved.length > 0 || leaving.length < view.sources.length || leaving.length === 0
  return html`<div class="submit">
${isPaidHere && html`<div${attributes({ 'data-for': leaving.length === 0 ? undefined : paidHere })}>${renderButton(renderer, 'lock', submitText(renderer, view))}</div>`}
${leaving.map((provider) => renderLeaving(renderer, view, provider))}
${note !== '' && html`<p class="note">${withMerchantName(note, merchant.name)}</p>`}
<p class="note">${withMerchantName(texts.secure, merchant.name)}</p>
</div>`
}

/** A separate button, since it leads out of a frame that the page may be in. */
function renderLeaving(renderer: Renderer, view: PayView, provider: Provider): Html {
  const { texts } = renderer
  const name = view.providerNames?.[provider] ?? ''
  const way = { formaction: view.leavePath ?? view.payPath, formtarget: '_top' }
  return html`<div data-for="${provider}">${renderButton(renderer, 'redirect', withProviderName(texts.continueTo, name), view.frame === 'PAGE' ? {} : way)}
<p class="note">${withProviderName(texts.noteProvider, name)}</p></div>`
}

function renderButton(
  { texts }: Renderer,
  picture: CheckoutIconName,
  text: string,
  way: Readonly<Record<string, string>> = {},
): Html {
  return html`<button${attributes({ class: 'button', type: 'submit', ...way, 'data-sending': texts.sending })}><span class="button-face"><span class="button-lock">${renderIcon(picture)}</span><span data-text>${text}</span></span></button>`
}

function submitText({ texts, amount }: Renderer, { operation, order }: PayView): string {
  if (operation === 'VERIFY') return texts.verify
  if (operation === 'NONE') return texts.keep
  return order.amount === undefined
    ? texts.payPlain
    : fillPlaceholders(texts.pay, { amount: `\u2068${amount(order.amount, order.currency)}\u2069` })
}

function renderCancel(
  { texts }: Renderer,
  { cancelPath, merchant, returnsOnCancel = false }: PayView,
): Html | undefined {
  if (cancelPath === undefined) return undefined
  return html`<form class="cancel" method="post" action="${cancelPath}"><button class="quiet" type="submit">${returnsOnCancel ? withMerchantName(texts.cancel, merchant.name) : texts.cancelOnly}</button></form>`
}

function renderDeclined({ texts }: Renderer, { declined, declinedAt = '', attemptsLeft }: PayView): Html | undefined {
  if (declined === undefined) return undefined
  return html`<div class="alert" role="alert" tabindex="-1" data-alert>
${renderIcon('alert')}<div><h2>${texts.declinedTitle}</h2>
<p>${withProviderName(texts.declined[declined], declinedAt)}</p>
<p class="alert-more">${attemptsLeft === 1 ? html`<strong>${texts.lastAttempt}</strong>` : fillPlaceholders(texts.attemptsLeft, { count: String(attemptsLeft) })}</p></div>
</div>`
}

/** Every error once, each with a link to its field. */
function renderFaults(renderer: Renderer, view: PayView): Html | undefined {
  const names = (Object.keys(view.faults) as FormField[]).filter((name) => name !== 'attempt' && name !== 'device')
  if (names.length === 0) return undefined
  return html`<div class="alert" role="alert" tabindex="-1" data-alert>
${renderIcon('alert')}<div><h2>${renderer.texts.pleaseCheck}</h2>
<ul>${names.map((name) => html`<li><a href="#${name}">${faultText(renderer, view, name)}</a></li>`)}</ul></div>
</div>`
}

/** Shown by the script when little time is left; screen readers announce it at intervals, not every second. */
function renderCountdown({ texts }: Renderer, { secondsLeft, timeoutPath }: PayView): Html {
  return html`<div${attributes({
    'data-countdown': secondsLeft,
    'data-timeout-path': timeoutPath,
    'data-spoken': texts.timeLeftSpoken,
    'data-shown': texts.timeLeft,
  })}>
<p class="countdown" data-countdown-shown hidden>${renderIcon('clock')}<span></span></p>
<p class="unseen" role="status" data-countdown-spoken></p>
</div>`
}
