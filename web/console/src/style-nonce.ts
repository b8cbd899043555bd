// The value by which the gateway's policy knows the styles that components make at run time.
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

export const styleNonce = meta?.nonce ?? ''

// The lock of scrolling behind a dialog looks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
