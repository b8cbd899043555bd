// A map that holds a bounded number of entries and drops the least recently used. It keeps two halves: when the newer
// one is full, it becomes the older one, and what was not used since is dropped at once. (Repeatedly deleting the first
// key of one large map gets slower and slower, since the map skips over deleted entries.)

export class RecentMap<Value> {
  readonly #halfMax: number
  #newer = new Map<string, Value>()
  #older = new Map<string, Value>()

  constructor(max: number) {
    this.#halfMax = Math.max(1, Math.floor(max / 2))
  }

  get size(): number {
    return this.#newer.size + this.#older.size
  }

  get(key: string): Value | undefined {
    const value = this.#newer.get(key)
    if (value !== undefined) return value
    const older = this.#older.get(key)
    if (older !== undefined) {
      this.#older.delete(key)
      this.set(key, older)
    }
    return older
  }

  set(key: string, value: Value): void {
    this.#older.delete(key)
    if (this.#newer.size >= this.#halfMax && !this.#newer.has(key)) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(key, value)
  }

  delete(key: string): void {
    this.#newer.delete(key)
    this.#older.delete(key)
  }
}
