// Signals jobs of this process that there is work for them, which saves frequent polling.

export interface EventSignal {
  notify(name: string): void
  listen(listener: (name: string) => void): void
}

export function openEventSignal(): EventSignal {
  const listeners: ((name: string) => void)[] = []
  return {
    notify(name) {
      for (const listener of listeners) listener(name)
    },
    listen(listener) {
      listeners.push(listener)
    },
  }
}
