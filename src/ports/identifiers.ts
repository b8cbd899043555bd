// Names we make up, so that a failing run can be replayed from its seed.

export interface Identifiers {
  /** Identifies one request in headers, logs and support codes. */
  requestId(): string
  /** Identifies one try at recording a transaction, so that a lost answer of the database can be told from a refusal. */
  attemptId(): string
  /** What the acquirer knows a transaction by; chosen before it is asked, so that its fate can be looked up afterwards. */
  acquirerReference(): string
  /** Names a transaction that the gateway makes by itself; at most 40 characters, beginning with what it is for. */
  transactionId(purpose: string): string
  /** As many random decimal digits as asked for, each as likely as any other: what tokens are named with. */
  digits(count: number): string
  /** An API password: 16 random bytes as 32 hexadecimal digits. */
  apiPassword(): string
  /** What a person's browser proves itself by: 256 random bits in letters, digits, hyphens and underscores. */
  consoleSessionToken(): string
  /** A first password for a person, to be typed once: a hundred random bits in four groups of letters and digits. */
  userPassword(): string
  /** Names a journey in addresses: what it is (a browser payment, an authentication) and 128 random bits in hexadecimal
   * digits. */
  redirectToken(kind: 'AU' | 'BP'): string
  /** Ends the address that a provider sends the payer of a page back to: 128 random bits in hexadecimal digits. */
  returnToken(): string
  /** A session's id, which is a credential: 31 characters, of which about 70 bits are drawn. */
  sessionId(): string
  /** The eight hexadecimal digits that the versions of a session begin with. */
  sessionVersionHead(): string
  /** Tells the merchant that a payment on a page of ours succeeded: 16 hexadecimal digits. */
  successIndicator(): string
  /** A key for what comes back to the merchant through the payer's browser: Base64 of 32 bytes. */
  sessionKey(): string
}
