// Codes of a second factor, by RFC 6238: six digits that the user's device derives from a shared secret and the time.

export interface OneTimeCodes {
  /** 160 random bits, as RFC 4226 recommends. */
  makeSecret(): Buffer
  /** The secret in the two forms that devices accept. The account's name is shown on the device. */
  describe(secret: Buffer, account: string): OneTimeCodeSetup
  /**
   * The time step that a code belongs to, counted in thirty seconds since 1970. The steps before and after the present one are
   * accepted, because devices' clocks are inaccurate; undefined for any other text.
   */
  stepOf(code: string, secret: Buffer, at: Date): number | undefined
  /** New ones, to be shown once. */
  makeRecoveryCodes(): readonly string[]
  /** How a recovery code is stored: keyed by the secret, so that whoever can write the hash cannot make a code. */
  hashRecoveryCode(code: string, secret: Buffer): Buffer
}

export interface OneTimeCodeSetup {
  /** In base 32, to type in where there is no camera. */
  readonly text: string
  /** For a QR code. */
  readonly uri: string
}
