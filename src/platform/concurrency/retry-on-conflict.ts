// Optimistic concurrency: read, decide, write unless it has changed meanwhile; otherwise again with what is there now.

/** Another change came in between, and nothing was written. */
export const conflict = Symbol('conflict')

/** Every conflict means that another writer succeeded. More than this many in a row is a defect. */
const attemptsUsually = 16

/** Runs the work until it meets no conflict; gives `conflict` when the last attempt met one, too. */
export async function retryOnConflict<Result>(
  work: (attempt: { readonly number: number }) => Promise<Result | typeof conflict>,
  attemptsMax: number = attemptsUsually,
): Promise<Result | typeof conflict> {
  for (let number = 1; number <= attemptsMax; number += 1) {
    const result = await work({ number })
    if (result !== conflict) return result
  }
  return conflict
}
