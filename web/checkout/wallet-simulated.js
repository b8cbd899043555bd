// The sandbox's wallet: a dialog on the page stands in for the sheet, and the sandbox encrypts as the wallet would. Pages of
// real merchants have no such dialog.
import { post } from './wallet-post.js'

const names = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }

/** @type {import('./wallets.js').WalletHandler} */
export const simulatedWallet = {
  isAvailable: async () => sheet() !== undefined,

  async confirm({ wallet }, { paths }) {
    const dialog = sheet()
    if (!dialog) throw new Error('the page has no simulated wallet')
    const card = await choose(dialog, wallet)
    if (card === undefined) return undefined
    const { payload } = await post(paths.simulationPath, { wallet, card })
    return { payload: String(payload), complete: () => {} }
  },
}

function sheet() {
  const dialog = document.getElementById('simulated-wallet')
  return dialog instanceof HTMLDialogElement ? dialog : undefined
}

/** @param {HTMLDialogElement} dialog @param {keyof typeof names} wallet @returns {Promise<string | undefined>} */
function choose(dialog, wallet) {
  const write = (/** @type {string} */ selector, /** @type {string | undefined} */ text = '') => {
    const place = dialog.querySelector(selector)
    if (place) place.textContent = text.replace('{wallet}', names[wallet])
  }
  write('h2', dialog.dataset['title'])
  write('.simulated-text', dialog.dataset['text'])
  for (const label of dialog.querySelectorAll('label')) {
    const isOffered = (label.dataset['only'] ?? wallet) === wallet
    label.hidden = !isOffered
    const input = label.querySelector('input')
    if (input) input.disabled = !isOffered
  }
  const first = dialog.querySelector('input')
  if (first) first.checked = true
  return new Promise((resolve) => {
    let isConfirmed = false
    const confirm = dialog.querySelector('[data-confirm]')
    const cancel = dialog.querySelector('[data-cancel]')
    const onConfirm = () => {
      isConfirmed = true
      dialog.close()
    }
    const onCancel = () => dialog.close()
    confirm?.addEventListener('click', onConfirm)
    cancel?.addEventListener('click', onCancel)
    // Escape closes it, too.
    dialog.addEventListener(
      'close',
      () => {
        confirm?.removeEventListener('click', onConfirm)
        cancel?.removeEventListener('click', onCancel)
        const chosen = dialog.querySelector('input:checked')
        resolve(isConfirmed && chosen instanceof HTMLInputElement ? chosen.value : undefined)
      },
      { once: true },
    )
    dialog.showModal()
  })
}
