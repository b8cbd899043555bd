// Says in a response how old its data is, where it comes from a standby of the database.
import type { DataAge } from './ports/delayed-reads.ts'

export function dataAgeHeaders({ asOf, ageMs }: DataAge): Readonly<Record<string, string>> {
  return { 'x-data-as-of': asOf.toISOString(), 'x-data-age-ms': String(ageMs) }
}
