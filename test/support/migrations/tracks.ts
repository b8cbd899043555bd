// Migrations of a component that no release has: the mechanism of upgrades is tested with them, since those of the gateway begin with 1.0.
import type { MigrationTrack } from '../../../src/platform/postgres/migrate.ts'

/** Two releases, and what ends with the first. */
export const contractingTrack: MigrationTrack = {
  name: 'labels',
  folder: new URL('./contracting/', import.meta.url),
}

/** On top of the gateway's tables: changes that a distributed database refuses in their usual form. */
export const distributedFormsTrack: MigrationTrack = {
  name: 'order labels',
  folder: new URL('./distributed-forms/', import.meta.url),
}
