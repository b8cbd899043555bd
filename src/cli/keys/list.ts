// Lists the keys of the vault; the keys themselves are never shown.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { flag } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { withAdministration } from '../with-installation.ts'

export const keysList = command({
  name: 'keys list',
  purpose: 'Lists the keys used for hashing and encryption: purpose, state, usage and remaining references.',
  arguments: {},
  options: { quick: flag('Skips counting the values that reference each key, which reads the whole database.') },
  example: '',
  notes: () =>
    `Data keys seal account numbers. A running gateway reserves encryptions in advance, and they are counted when
reserved; unused ones are returned when it stops.

A key is INTRODUCED to every gateway, becomes CURRENT, is RETIRING until every gateway has switched, and
then RETIRED; when no value references it any more it is destroyed, which is recorded in the audit log.`,
  run: ({ quick }, context) =>
    withAdministration(context, async ({ vault }) => {
      const counts = quick ? undefined : await vault.countKeyUses()
      const keys = (await vault.listKeys()).map((key) => ({
        ...key,
        ...(counts && { namedBy: counts.get(key.keyId) ?? 0 }),
      }))
      const purposes = [...new Set(keys.filter(({ state }) => state !== 'CURRENT').map(({ purpose }) => purpose))]
      const rotations = await Promise.all(purposes.map((purpose) => vault.progressOf(purpose)))
      const rows = keys.map(({ keyId, purpose, state, stateSince, sealsReserved, namedBy }) => [
        keyId,
        purpose,
        state,
        timestampText(stateSince),
        sealsReserved === undefined ? '-' : String(sealsReserved),
        ...(counts ? [String(namedBy)] : []),
      ])
      const headings = ['KEY', 'PURPOSE', 'STATE', 'SINCE', 'SEALS RESERVED', ...(counts ? ['REFERENCES'] : [])]
      const moving = rotations
        .filter(({ stage }) => stage !== 'DONE')
        .map(({ purpose, stage, walked, total }) =>
          stage === 'WORKING'
            ? `${purpose}: ${walked} of about ${total} rows done.`
            : `${purpose}: waiting for every gateway to load the new key.`,
        )
      return commandDone({ keys, rotations }, [table(headings, rows), ...moving].join('\n\n'))
    }),
})
