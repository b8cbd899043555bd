// Members of the wallets' JSON, which is read without trusting its form.

export type WalletJson = Readonly<Record<string, unknown>>

export function parseObject(text: string): WalletJson | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function objectOf(value: unknown): WalletJson | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WalletJson) : undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Undefined for an absent member and for anything that is not base64. */
export function bytesOf(value: unknown): Buffer | undefined {
  const text = textOf(value)
  return text !== undefined && /^[0-9A-Za-z+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** Undefined for an absent member and for anything that is not hexadecimal. */
export function hexBytesOf(value: unknown): Buffer | undefined {
  const text = textOf(value)
  return text !== undefined && /^([0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** A count of milliseconds since 1970, as both wallets' JSON writes it. */
export function timeOf(value: unknown): Date | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? new Date(Number(text)) : undefined
}
