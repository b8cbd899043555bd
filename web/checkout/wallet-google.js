// Google Pay, by the browser's Payment Request API: the browser itself opens the sheet, and the page loads nothing from Google.

/** @typedef {import('./wallets.js').PageWallet} PageWallet */

const method = 'https://google.com/pay'

/** @type {import('./wallets.js').WalletHandler} */
export const googlePay = {
  async isAvailable(wallet, data) {
    return 'PaymentRequest' in window && requestFor(wallet, data).canMakePayment()
  },

  async confirm(wallet, data) {
    /** @type {PaymentResponse} */
    let response
    try {
      response = await requestFor(wallet, data).show()
    } catch (error) {
      // The payer has closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return undefined
      throw error
    }
    const token = response.details?.paymentMethodData?.tokenizationData?.token
    if (typeof token !== 'string') {
      await response.complete('fail')
      throw new Error('Google Pay gave no token')
    }
    return { payload: token, complete: (isPaid) => response.complete(isPaid ? 'success' : 'fail') }
  },
}

/** @param {PageWallet} wallet @param {import('./wallets.js').WalletData} data */
function requestFor({ identifier, displayName, country, networks, publicKey, isTest }, { amount, currency }) {
  const request = {
    environment: isTest ? 'TEST' : 'PRODUCTION',
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantId: identifier, merchantName: displayName },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: { allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'], allowedCardNetworks: networks },
        tokenizationSpecification: { type: 'DIRECT', parameters: { protocolVersion: 'ECv2', publicKey } },
      },
    ],
    transactionInfo: { countryCode: country, currencyCode: currency, totalPriceStatus: 'FINAL', totalPrice: amount },
  }
  const total = { label: displayName, amount: { currency, value: amount } }
  return new PaymentRequest([{ supportedMethods: method, data: request }], { total })
}
