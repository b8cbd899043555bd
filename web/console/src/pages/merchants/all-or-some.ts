// A choice of several with the word ALL among them, which stands alone.

/** Choosing ALL takes the rest away; choosing something beside ALL takes ALL away. */
export function allOrSome(before: readonly string[], chosen: readonly string[]): readonly string[] {
  if (!chosen.includes('ALL') || chosen.length === 1) return chosen
  return before.includes('ALL') ? chosen.filter((word) => word !== 'ALL') : ['ALL']
}
