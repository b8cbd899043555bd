// Keeps the key-encryption key, under which all other keys rest: in our memory, or in a key-management service that never
// gives it out.

export interface KeyEncryption {
  /** Seals a key; the context is bound to it, and has to be said again to get the key back. */
  wrap(key: Buffer, context: readonly string[]): Promise<Buffer>
  /** Rejects when the key-encryption key is another one, or the context, or when something was altered. */
  unwrap(wrapped: Buffer, context: readonly string[]): Promise<Buffer>
  /** Always the same 32 bytes for a label, of which nobody can tell the key-encryption key. */
  derive(label: string): Promise<Buffer>
}
