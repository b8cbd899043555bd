// Lists the keys of the vault; the keys themselves are never shown.
import { command } from '../command.ts'
import { timestampText } from '../merchant/view.ts'
import { commandDone } from '../result.ts'
import { flag } from '../rows.ts'
import { table } from '../table.ts'
import { withAdministration } from '../with-installation.ts'

export const keysList = command({
  name: 'keys list',
  purpose: 'Lists the keys that hash and seal: what each is for, its state, how much it was used, what still names it.',
  arguments: {},
  options: { quick: flag('Leaves out how many values name each key: counting reads the whole database.') },
  example: '',
  notes: () =>
    `Data keys seal account numbers. A running gateway reserves seals ahead of need, and they are counted as soon as they
are reserved; what it has not used is given back when it stops.

A key is INTRODUCED to every gateway, becomes CURRENT, is RETIRING while somebody may not have noticed yet, and then
RETIRED; when nothing names it any more it is destroyed, and the audit says so.`,
  run: ({ quick }, surroundings) =>
    withAdministration(surroundings, async ({ vault }) => {
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
      const headings = ['KEY', 'PURPOSE', 'STATE', 'SINCE', 'SEALS RESERVED', ...(counts ? ['NAMED BY'] : [])]
      const moving = rotations
        .filter(({ stage }) => stage !== 'DONE')
        .map(({ purpose, stage, walked, total }) =>
          stage === 'WORKING'
            ? `${purpose}: ${walked} of about ${total} rows are done.`
            : `${purpose}: waits until every gateway has noticed.`,
        )
      return commandDone({ keys, rotations }, [table(headings, rows), ...moving].join('\n\n'))
    }),
})
