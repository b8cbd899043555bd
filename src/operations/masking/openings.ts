// Audit log entries of one request about sealed accounts that were opened for it.
import type { AuditEntry } from '../../ports/audit/audit.ts'

/** The openings of one request that have not been committed yet. */
export class UnsealAuditLog {
  /** The subject of the request, for every entry. */
  readonly about: object
  #entries: AuditEntry[] = []

  constructor(about: object = {}) {
    this.about = about
  }

  /** Also for an entry about the attempt itself. */
  add(entry: AuditEntry): void {
    this.#entries.push(entry)
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  take(): readonly AuditEntry[] {
    const taken = this.#entries
    this.#entries = []
    return taken
  }
}
