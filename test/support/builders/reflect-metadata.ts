// The three functions of the Reflect metadata proposal that @peculiar/x509 requires when it is loaded. Its injection
// container refuses to start without them, although none of its classes uses a decorated parameter.

type Metadata = Map<unknown, unknown>

/** Adds what is missing to Reflect; does nothing when the program already has the whole polyfill. */
export function ensureReflectMetadata(): void {
  if ('getMetadata' in Reflect) return
  const stored = new WeakMap<object, Metadata>()

  const defineMetadata = (key: unknown, value: unknown, target: object): void => {
    const metadata: Metadata = stored.get(target) ?? new Map()
    stored.set(target, metadata.set(key, value))
  }
  const getOwnMetadata = (key: unknown, target: object): unknown => stored.get(target)?.get(key)
  const getMetadata = (key: unknown, target: object): unknown => {
    if (stored.get(target)?.has(key)) return getOwnMetadata(key, target)
    const parent = Object.getPrototypeOf(target) as object | null
    return parent === null ? undefined : getMetadata(key, parent)
  }
  Object.assign(Reflect, { defineMetadata, getOwnMetadata, getMetadata })
}
