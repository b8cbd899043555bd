// Adds amounts, which are decimal texts, without ever making numbers of them.
export function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map((amount) => decimalsOf(amount).length))
  const sum = amounts.reduce((total, amount) => {
    const [whole = '0'] = amount.split('.')
    return total + BigInt(whole + decimalsOf(amount).padEnd(decimals, '0'))
  }, 0n)
  if (decimals === 0) return String(sum)
  const sign = sum < 0n ? '-' : ''
  const digits = String(sum < 0n ? -sum : sum).padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function decimalsOf(amount: string): string {
  return amount.split('.')[1] ?? ''
}
