// A time limit for every step in the browser that has none of its own: a step that never ends fails under its name.

/** Longer than the limits that steps have of their own. */
const limitMs = 60_000

/** What the library sends all of its calls through. */
export interface BrowserConnection {
  sendMessageToServer(owner: object, method: string, params: object, options: { timeout?: number }): Promise<unknown>
}

export function limitStepsOf(browser: object): void {
  const { _connection: connection } = browser as { readonly _connection?: BrowserConnection }
  // It is not a part of the library that is promised to stay.
  if (typeof connection?.sendMessageToServer !== 'function')
    throw new Error('the steps of the browser have no time limit')
  limitSteps(connection)
}

/** The library puts the name of the step before the message. */
export function limitSteps(connection: BrowserConnection, ms = limitMs): void {
  const send = connection.sendMessageToServer.bind(connection)
  connection.sendMessageToServer = async (owner, method, params, options) => {
    if (options.timeout) return send(owner, method, params, options)
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`${method} was not done within ${ms / 1000} s`)), ms)
    try {
      return await Promise.race([send(owner, method, params, options), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
