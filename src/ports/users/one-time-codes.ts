// The primitives of a second factor: a secret shared with the user's device, and a digest under it.

export interface OneTimeCodes {
  /** 160 random bits, as RFC 4226 recommends. */
  makeSecret(): Buffer
  /** HMAC-SHA-1, on which RFC 6238 bases its codes and which every authenticator supports. */
  digest(secret: Buffer, message: Uint8Array): Buffer
}
