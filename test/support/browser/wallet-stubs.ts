// Browsers that have a wallet: stand-ins for the interfaces of Safari and Chrome, which note what the page asks of them.
import type { WatchedPage } from './browser.ts'

export interface WalletStub {
  /** What the page asked of the wallet, in order: what, and with what. */
  readonly calls: (readonly [what: string, value?: unknown])[]
}

/** Has none of the stand-ins, whatever was there before, and forgets what was asked of them. Before the page is loaded, as the
 * others: the last of them holds. */
export async function haveNoWallets(page: WatchedPage): Promise<void> {
  const { calls } = await noteCalls(page)
  calls.length = 0
  page.problems.length = 0
  await page.addInitScript(`
    window.ownPaymentRequest ??= window.PaymentRequest
    window.PaymentRequest = window.ownPaymentRequest
    delete window.ApplePaySession`)
}

export interface StubbedSheet {
  /** What the wallet gives when the payer confirms; without it the payer cancels. */
  readonly payload?: string
  readonly isAvailable?: boolean
}

/** Like Safari's ApplePaySession. Before the page is loaded. */
export async function haveApplePay(
  page: WatchedPage,
  { payload, isAvailable = true }: StubbedSheet,
): Promise<WalletStub> {
  const stub = await noteCalls(page)
  await page.addInitScript(`
    window.ApplePaySession = class {
      static STATUS_SUCCESS = 0
      static STATUS_FAILURE = 1
      static supportsVersion(version) { return version <= 14 }
      static canMakePayments() { noteWallet('canMakePayments'); return ${isAvailable} }
      constructor(version, request) { noteWallet('request', request) }
      begin() {
        const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
        setTimeout(() => this.onvalidatemerchant({ validationURL }))
      }
      completeMerchantValidation(session) {
        noteWallet('validated', session)
        const payload = ${payload ?? 'undefined'}
        if (payload) this.onpaymentauthorized({ payment: { token: { paymentData: payload } } })
        else this.oncancel({})
      }
      completePayment(result) { noteWallet('completed', result) }
      abort() { noteWallet('aborted') }
    }`)
  return stub
}

/** Like Chrome's PaymentRequest with Google Pay. Before the page is loaded. */
export async function haveGooglePay(
  page: WatchedPage,
  { payload, isAvailable = true }: StubbedSheet,
): Promise<WalletStub> {
  const stub = await noteCalls(page)
  await page.addInitScript(`
    window.PaymentRequest = class {
      constructor(methods, details) { this.asked = { methods, details } }
      async canMakePayment() { await noteWallet('canMakePayment', this.asked); return ${isAvailable} }
      async show() {
        await noteWallet('show')
        const token = ${JSON.stringify(payload ?? null)}
        if (!token) throw new DOMException('The payer closed the sheet.', 'AbortError')
        const details = { paymentMethodData: { tokenizationData: { token } } }
        return { details, complete: (result) => noteWallet('completed', result) }
      }
    }`)
  return stub
}

const stubs = new WeakMap<WatchedPage, WalletStub>()

async function noteCalls(page: WatchedPage): Promise<WalletStub> {
  const known = stubs.get(page)
  if (known) return known
  const stub: WalletStub = { calls: [] }
  stubs.set(page, stub)
  await page.exposeFunction('noteWallet', (what: string, value?: unknown) => {
    stub.calls.push(value === undefined ? [what] : [what, value])
  })
  return stub
}
