// Codes of the gateway as words.
/** PARTIALLY_CAPTURED becomes "Partially captured". */
export function codeText(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "1 order", "1,204 orders". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
