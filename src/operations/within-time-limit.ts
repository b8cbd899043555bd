// Waits for somebody outside, but not for ever. Silence is not a no.

/** The answer, or what silence means: after the time is up, or when the link breaks while it is asked. */
export async function inTime<Reply, Silence>(
  asked: Promise<Reply>,
  { timeoutMs, silence }: { readonly timeoutMs: number; readonly silence: Silence },
): Promise<Reply | Silence> {
  const { promise: timeUp, resolve } = Promise.withResolvers<Silence>()
  const timer = setTimeout(resolve, timeoutMs, silence)
  try {
    // An answer that arrives after we gave up is recovery's business; its failure must not go unhandled.
    asked.catch(() => undefined)
    return await Promise.race([asked, timeUp])
  } catch {
    return silence
  } finally {
    clearTimeout(timer)
  }
}

export const noAnswer = { kind: 'noAnswer' } as const
