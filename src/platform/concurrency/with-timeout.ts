// A wait with a limit. The work itself continues; the caller decides what a timeout means.

/** The result of the work, or what to say instead once the time is up. A failure of the work after that is ignored. */
export function withTimeout<Result, Late>(
  work: Promise<Result>,
  { timeoutMs, onTimeout }: { readonly timeoutMs: number; readonly onTimeout: () => Late },
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(onTimeout())
      } catch (error) {
        reject(error)
      }
    }, timeoutMs)
    // Once the time is up, neither has an effect.
    work.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** The response, or what silence means: after the time is up, or when the connection breaks meanwhile. Silence is not a no. */
export async function responseWithin<Result, Silence>(
  pending: Promise<Result>,
  { timeoutMs, silence }: { readonly timeoutMs: number; readonly silence: Silence },
): Promise<Result | Silence> {
  try {
    return await withTimeout(pending, { timeoutMs, onTimeout: () => silence })
  } catch {
    return silence
  }
}

export const noAnswer = { kind: 'NO_ANSWER' } as const
