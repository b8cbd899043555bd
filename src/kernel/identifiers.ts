// Generated ids, as a port: a failing run can be replayed from its seed.

export interface Identifiers {
  /** Identifies one request in headers, logs and support codes. */
  requestId(): string
  /** Identifies one try at recording a transaction. It distinguishes a lost response of the database from a refusal. */
  attemptId(): string
  /**
   * The reference of a transaction at the acquirer; chosen before the call, so that its fate can be looked up
   * afterwards.
   */
  acquirerReference(): string
  /** The id of a transaction that the gateway makes by itself; at most 40 characters, beginning with its purpose. */
  transactionId(purpose: string): string
  /** The requested number of random decimal digits, uniformly distributed: for the ids of tokens. */
  digits(count: number): string
  /** An API password: 16 random bytes as 32 hexadecimal digits. */
  apiPassword(): string
  /** A token that authenticates a user's browser: 256 random bits in letters, digits, hyphens and underscores. */
  consoleSessionToken(): string
  /** A first password for a user, to be typed once: a hundred random bits in four groups of letters and digits. */
  userPassword(): string
  /**
   * Identifies a journey in URLs: its kind (a browser payment, an authentication) and 128 random bits in hexadecimal
   * digits.
   */
  redirectToken(kind: 'AU' | 'BP'): string
  /** The end of the URL that a provider sends the payer of a page back to: 128 random bits in hexadecimal digits. */
  returnToken(): string
  /** The id of a payment link, which is a part of its URL: 26 letters and digits, about 154 random bits. */
  paymentLinkId(): string
  /** A session's id, which is a credential: 31 characters, of which about 70 bits are random. */
  sessionId(): string
  /** The eight hexadecimal digits that the versions of a session begin with. */
  sessionVersionHead(): string
  /** Proves to the merchant that a payment on a hosted page succeeded: 16 hexadecimal digits. */
  successIndicator(): string
  /** A key for values that come back to the merchant through the payer's browser: Base64 of 32 bytes. */
  sessionKey(): string
}
