// Tells jobs of this process that there is work for them, so that they need not look for it all the time.

export interface Bell {
  ring(name: string): void
  listen(listener: (name: string) => void): void
}

export function openBell(): Bell {
  const listeners: ((name: string) => void)[] = []
  return {
    ring(name) {
      for (const listener of listeners) listener(name)
    },
    listen(listener) {
      listeners.push(listener)
    },
  }
}
