// Holds the key-encryption key, which encrypts all other keys: in the gateway's memory, or in a key-management service
// that never reveals it.

export interface KeyEncryption {
  /** Seals a key; the context is bound to it, and is required to open it. */
  wrap(key: Buffer, context: readonly string[]): Promise<Buffer>
  /** Rejects when the key-encryption key or the context is another one, or when something was altered. */
  unwrap(wrapped: Buffer, context: readonly string[]): Promise<Buffer>
  /** Always the same 32 bytes for a label, from which the key-encryption key cannot be derived. */
  derive(label: string): Promise<Buffer>
}
