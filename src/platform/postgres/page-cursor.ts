// Where a page of results ended, as an opaque cursor.

/** What the last row of the page is sorted by. */
export type CursorValues = readonly string[]

export function writeCursor(mark: CursorValues): string {
  return Buffer.from(JSON.stringify(mark)).toString('base64url')
}

/**
 * Undefined for a cursor that the gateway did not issue: anything but a valid sort value followed by the right number
 * of names.
 */
export function readCursor(
  cursor: string,
  { names, isFirst }: { readonly names: number; readonly isFirst: (first: string) => boolean },
): CursorValues | undefined {
  const mark = parse(cursor)
  if (!Array.isArray(mark) || mark.length !== names + 1 || !mark.every(isName)) return undefined
  return isFirst(String(mark[0])) ? mark : undefined
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** The database accepts every text but this one. */
function isName(part: unknown): part is string {
  return typeof part === 'string' && !part.includes('\0')
}

export function isCursorTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** As 2026-11-30. */
export function isCursorDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** In minor units. */
export function isCursorAmount(text: string): boolean {
  return /^\d{1,18}$/.test(text)
}

/** A whole number that the database's type holds. */
export function isBatchNumber(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647
}
