// Apple Pay, by the browser's own ApplePaySession.
import { post } from './wallet-post.js'

/** @typedef {import('./wallets.js').Confirmed} Confirmed */

/** What is used of Safari's interface, which other browsers' types do not have.
 * @typedef {object} AppleSession
 * @property {(event: { readonly validationURL: string }) => void} onvalidatemerchant
 * @property {(event: { readonly payment: { readonly token: { readonly paymentData: object } } }) => void} onpaymentauthorized
 * @property {() => void} oncancel
 * @property {() => void} begin
 * @property {() => void} abort
 * @property {(merchantSession: object) => void} completeMerchantValidation
 * @property {(result: { readonly status: number }) => void} completePayment
 */

/**
 * @typedef {object} AppleSessionClass
 * @property {number} STATUS_SUCCESS
 * @property {number} STATUS_FAILURE
 * @property {() => boolean} canMakePayments
 * @property {(version: number) => boolean} supportsVersion
 */

/** The first version in which a result is an object. */
const version = 3

/** @returns {(AppleSessionClass & (new (version: number, request: object) => AppleSession)) | undefined} */
function sessionClass() {
  return /** @type {any} */ (window).ApplePaySession
}

/** @type {import('./wallets.js').WalletHandler} */
export const applePay = {
  async isAvailable() {
    const ApplePaySession = sessionClass()
    return Boolean(ApplePaySession?.supportsVersion(version) && ApplePaySession.canMakePayments())
  },

  confirm({ displayName, country, networks }, { amount, currency, paths }) {
    const ApplePaySession = sessionClass()
    if (!ApplePaySession) throw new Error('the browser has no Apple Pay')
    const { STATUS_SUCCESS, STATUS_FAILURE } = ApplePaySession
    const session = new ApplePaySession(version, {
      countryCode: country,
      currencyCode: currency,
      supportedNetworks: networks,
      merchantCapabilities: ['supports3DS'],
      total: { label: displayName, type: 'final', amount },
    })
    return new Promise((resolve, reject) => {
      session.onvalidatemerchant = ({ validationURL }) => {
        post(paths.validationPath, { validationUrl: validationURL }).then(
          ({ merchantSession }) => session.completeMerchantValidation(/** @type {object} */ (merchantSession)),
          (error) => {
            session.abort()
            reject(error)
          },
        )
      }
      session.onpaymentauthorized = ({ payment }) =>
        resolve({
          payload: JSON.stringify(payment.token.paymentData),
          complete: (isPaid) => session.completePayment({ status: isPaid ? STATUS_SUCCESS : STATUS_FAILURE }),
        })
      session.oncancel = () => resolve(undefined)
      session.begin()
    })
  },
}
