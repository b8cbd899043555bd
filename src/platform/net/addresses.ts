// The gateway's own URLs, for browsers and providers.

export interface Addresses {
  /** Without a trailing slash. */
  publicUrl(): string
}

export interface OwnAddresses extends Addresses {
  /** Used unless the operator has set another. */
  setListenUrl(url: string): void
}

export function ownAddresses(publicUrl: string | undefined): OwnAddresses {
  let listening: string | undefined
  return {
    publicUrl() {
      const url = publicUrl ?? listening
      if (url === undefined) throw new Error('the address of the gateway was asked for before it was open')
      return url.replace(/\/+$/, '')
    },
    setListenUrl(url) {
      listening = url
    },
  }
}
