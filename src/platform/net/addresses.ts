// The gateway's own URLs, for browsers and providers.

export interface Addresses {
  /** Without a trailing slash. */
  publicUrl(): string
}
