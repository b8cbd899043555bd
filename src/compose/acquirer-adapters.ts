// The adapters that a merchant's acquirer link may name.
export const acquirerAdapters = ['simulator'] as const
