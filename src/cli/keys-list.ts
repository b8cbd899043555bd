// Lists the keys of the vault; the keys themselves are never shown.
import { command } from './command.ts'
import { timeText } from './merchant-view.ts'
import { done } from './result.ts'
import { table } from './table.ts'
import { withAdministration } from './with-installation.ts'

export const keysList = command({
  name: 'keys list',
  purpose: 'Lists the keys that hash and seal: what each is for, how much it was used, and which one is current.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    `Data keys seal account numbers. A running gateway reserves seals ahead of need, and they are counted as soon as they
are reserved; what it has not used is given back when it stops.`,
  run: (_given, surroundings) =>
    withAdministration(surroundings, async ({ vault }) => {
      const keys = await vault.listKeys()
      const rows = keys.map(({ keyId, purpose, createdAt, sealsReserved, isCurrent }) => [
        keyId,
        purpose,
        timeText(createdAt),
        sealsReserved === undefined ? '-' : String(sealsReserved),
        isCurrent ? 'yes' : 'no',
      ])
      return done({ keys }, table(['KEY', 'PURPOSE', 'CREATED', 'SEALS RESERVED', 'CURRENT'], rows))
    }),
})
