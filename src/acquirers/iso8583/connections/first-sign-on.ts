// The first sign-on of a connection. A host that starts together with the gateway needs a moment; requests wait for it, because
// nothing was sent. A host that responses no, or does not come, is down as at any other time.

const longestMs = 3_000

export class FirstSignOn {
  /** By the monotonic clock. */
  #until: number | undefined

  /** With the first attempt to connect; later ones change nothing. */
  begin(connectTimeoutMs: number): void {
    this.#until ??= performance.now() + Math.min(longestMs, connectTimeoutMs)
  }

  get isUnderWay(): boolean {
    return performance.now() < (this.#until ?? 0)
  }

  /** It has succeeded, or was refused. */
  end(): void {
    this.#until = 0
  }
}
