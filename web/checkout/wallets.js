// The payer's wallets: shown where the browser has them, and paid with by what they encrypt. The server knows the amount and
// decides; this only opens the wallet's sheet and passes on what comes back.
import { payForm } from './pay.js'
import { applePay } from './wallet-apple.js'
import { googlePay } from './wallet-google.js'
import { post } from './wallet-post.js'
import { simulatedWallet } from './wallet-simulated.js'

/**
 * A wallet as the page offers it.
 * @typedef {object} PageWallet
 * @property {'APPLE_PAY' | 'GOOGLE_PAY'} wallet
 * @property {boolean} isSimulated
 * @property {string} identifier
 * @property {string} displayName
 * @property {string} country
 * @property {readonly string[]} networks
 * @property {string} [publicKey]
 * @property {boolean} isTest
 */

/**
 * @typedef {object} WalletData
 * @property {{ payPath: string, validationPath: string, simulationPath: string }} paths
 * @property {number} attempt
 * @property {string} currency
 * @property {string} amount
 * @property {readonly PageWallet[]} offered
 */

/** What the payer confirmed on a sheet, and how the sheet learns what came of it.
 * @typedef {{ payload: string, complete: (isPaid: boolean) => Promise<void> | void }} Confirmed */

/**
 * How the browser has a wallet.
 * @typedef {object} WalletHandler
 * @property {(wallet: PageWallet, data: WalletData) => Promise<boolean>} isAvailable
 * @property {(wallet: PageWallet, data: WalletData) => Promise<Confirmed | undefined>} confirm undefined when the payer cancels
 */

/** @type {Readonly<Record<PageWallet['wallet'], WalletHandler>>} */
const handlers = { APPLE_PAY: applePay, GOOGLE_PAY: googlePay }

if (payForm) offerWallets(payForm)

/** @param {NonNullable<typeof payForm>} pay */
function offerWallets({ form, ...pay }) {
  const section = document.getElementById('wallets')
  if (!section) return
  /** @type {WalletData} */
  const data = JSON.parse(section.dataset['wallets'] ?? '{}')
  for (const wallet of data.offered) {
    const button = section.querySelector(`[data-wallet="${wallet.wallet}"]`)
    if (!(button instanceof HTMLButtonElement)) continue
    const handler = wallet.isSimulated ? simulatedWallet : handlers[wallet.wallet]
    handler.isAvailable(wallet, data).then(
      (isAvailable) => {
        if (!isAvailable) return
        button.hidden = false
        section.hidden = false
      },
      // Whatever the browser throws at the question: it has no such wallet.
      () => {},
    )
    button.addEventListener('click', () => press(button, () => handler.confirm(wallet, data)))
  }

  /** @param {HTMLButtonElement} button @param {() => Promise<Confirmed | undefined>} confirm */
  async function press(button, confirm) {
    // The page asks for some details besides the card; they come first, since the sheet is the last step.
    if (pay.isSending() || pay.hasFaults(isOfPayer)) return
    showProblem('')
    setBusy(button, true)
    try {
      // Called at once: browsers open a sheet only as the answer to a press.
      const confirmed = await confirm()
      if (confirmed) return await send(button, confirmed)
    } catch {
      showProblem(button.dataset['failed'] ?? '')
    }
    setBusy(button, false)
  }

  /** @param {HTMLButtonElement} button @param {Confirmed} confirmed */
  async function send(button, { payload, complete }) {
    const answer = await post(data.paths.payPath, {
      ...payerFields(form),
      attempt: String(data.attempt),
      source: button.dataset['wallet'] ?? '',
      walletPayload: payload,
    }).catch(() => undefined)
    await complete(answer?.['result'] === 'PAID' || answer?.['result'] === 'CONTINUES')
    // What cannot be known here, the page itself knows: it finds the attempt by its number.
    if (answer?.['result'] !== 'REFUSED') return location.replace(form.action)
    showProblem(String(answer['message'] ?? button.dataset['failed'] ?? ''))
    setBusy(button, false)
  }

  /** @param {HTMLButtonElement} button @param {boolean} isLocked */
  function setBusy(button, isLocked) {
    pay.setSending(isLocked)
    button.setAttribute('aria-disabled', String(isLocked))
  }

  /** @param {string} text */
  function showProblem(text) {
    const place = section?.querySelector('[data-wallet-problem]')
    if (place) place.textContent = text
  }
}

/** @param {{ readonly name: string }} control */
function isOfPayer({ name }) {
  return name === 'email' || name.startsWith('billing')
}

/** What the page asks for besides the card, and the description of the browser.
 * @param {HTMLFormElement} form @returns {Record<string, string>} */
function payerFields(form) {
  const fields = [...new FormData(form)].filter(([name]) => isOfPayer({ name }) || name === 'device')
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}
