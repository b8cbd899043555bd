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
  /** An API password: 16 random bytes as 32 hexadecimal digits. */
  apiPassword(): string
}
