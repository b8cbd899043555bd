// The wallets above the form. They are shown by the page's script where the browser has the wallet; without scripts there are none.

import { attributes, type Html, html } from '../../../platform/html/html.ts'
import { type SimulatedCard, simulatedCards, type Wallet, walletNames } from '../../../wallets/index.ts'
import type { PayView, WalletsView } from '../page-view.ts'
import type { Renderer } from './document.ts'
import { fillPlaceholders } from './texts/index.ts'

/** Only for pages that offer wallets. */
export const walletFiles = { scripts: ['wallets.js'], styles: ['wallets.css'] } as const

/** All that wallets.js imports besides pay.js. */
export const walletModules = ['wallet-apple.js', 'wallet-google.js', 'wallet-post.js', 'wallet-simulated.js'] as const

export function renderWallets(renderer: Renderer, view: PayView): Html | undefined {
  const { texts } = renderer
  const { wallets } = view
  if (!wallets) return undefined
  return html`<section${attributes({
    class: 'wallets',
    id: 'wallets',
    hidden: true,
    'aria-labelledby': 'wallets-title',
    'data-wallets': JSON.stringify(scriptData(view, wallets)),
  })}>
<h2 class="unseen" id="wallets-title">${texts.wallets}</h2>
<div class="wallet-buttons">
${wallets.offered.map(({ wallet }) => renderButton(renderer, wallet))}
</div>
<p class="fault wallet-problem" role="alert" data-wallet-problem></p>
<p class="wallet-or"><span>${texts.walletOr}</span></p>
${wallets.offered.some(({ isSimulated }) => isSimulated) && renderSimulated(renderer, view)}
</section>`
}

/** What the script opens the wallets' sheets with; everything that decides about money stays with the server. */
function scriptData({ order, attempt }: PayView, { offered, ...paths }: WalletsView): object {
  return { paths, attempt, currency: order.currency, amount: order.amount, offered }
}

const classes: Readonly<Record<Wallet, string>> = { APPLE_PAY: 'wallet-apple', GOOGLE_PAY: 'wallet-google' }

function renderButton({ texts }: Renderer, wallet: Wallet): Html {
  const name = walletNames[wallet]
  return html`<button${attributes({
    class: `wallet ${classes[wallet]}`,
    type: 'button',
    hidden: true,
    'aria-label': withWalletName(texts.payWithWallet, name),
    'data-wallet': wallet,
    'data-failed': withWalletName(texts.walletFailed, name),
  })}><bdi>${name}</bdi></button>`
}

/** The sandbox's stand-in for a wallet's sheet. */
function renderSimulated(renderer: Renderer, { order }: PayView): Html {
  const { texts, amount } = renderer
  const { title, text } = texts.simulatedWallet
  const cards = simulatedCards.map(
    (card, index) =>
      html`<label class="simulated-card"${attributes({ 'data-only': onlyOf(card) })}><input${attributes({
        type: 'radio',
        name: 'simulatedCard',
        value: card,
        checked: index === 0,
      })}><span>${texts.simulatedCards[card]}</span></label>`,
  )
  const total = order.amount === undefined ? '' : amount(order.amount, order.currency)
  return html`<dialog class="simulated" id="simulated-wallet" aria-labelledby="simulated-title"${attributes({
    'data-title': title,
    'data-text': text,
  })}>
<h2 id="simulated-title"></h2>
<p class="simulated-text"></p>
<fieldset><legend class="unseen">${texts.cardDetails}</legend>${cards}</fieldset>
<div class="simulated-ends">
<button class="button" type="button" data-confirm>${fillPlaceholders(texts.pay, { amount: `\u2068${total}\u2069` })}</button>
<button class="quiet" type="button" data-cancel>${texts.simulatedCancel}</button>
</div>
</dialog>`
}

/** Apple Pay always has a number of the device. */
function onlyOf(card: SimulatedCard): Wallet | undefined {
  return card === 'WITHOUT_DEVICE' ? 'GOOGLE_PAY' : undefined
}

function withWalletName(words: string, wallet: string): string {
  return fillPlaceholders(words, { wallet: `\u2068${wallet}\u2069` })
}
