// Where the gateway itself is found, by browsers and by providers.

export interface Addresses {
  /** Without a slash at its end. */
  publicUrl(): string
}
