// What a second factor is made of: a secret that we share with the person's device, and a digest under it.

export interface OneTimeCodes {
  /** 160 random bits, as RFC 4226 recommends. */
  makeSecret(): Buffer
  /** HMAC-SHA-1, which RFC 6238 makes codes of and every authenticator understands. */
  digest(secret: Buffer, message: Uint8Array): Buffer
}
