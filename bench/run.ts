// `npm run bench [part ...]`: measures things against each other, in one run on one machine, and prints ratios.
import { cpus } from 'node:os'
import { cleanUpOnExit } from '../test/support/gateway/interruption.ts'
import { benchCitus } from './citus.ts'
import { benchConsole } from './console.ts'
import { benchFlat } from './flat.ts'
import { benchIso8583 } from './iso8583.ts'
import { benchLinks } from './links.ts'
import { benchMemory } from './memory.ts'
import { benchNotifications } from './notifications.ts'
import { benchBusyMachine, benchOverload } from './overload.ts'
import { benchPayments } from './payments.ts'
import { benchRecovery } from './recovery.ts'
import { benchRestart } from './restart.ts'
import { benchSearch } from './search.ts'
import { benchTextSearch } from './text-search.ts'
import { benchTokens } from './tokens.ts'
import { benchValidation } from './validation.ts'
import { benchWal } from './wal.ts'

const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  validation: benchValidation,
  iso8583: benchIso8583,
  payments: benchPayments,
  memory: benchMemory,
  citus: benchCitus,
  flat: benchFlat,
  wal: benchWal,
  links: benchLinks,
  recovery: benchRecovery,
  restart: benchRestart,
  tokens: benchTokens,
  notifications: benchNotifications,
  search: benchSearch,
  'text-search': benchTextSearch,
  console: benchConsole,
  overload: benchOverload,
  'busy-machine': benchBusyMachine,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; parts are ${Object.keys(parts).join(', ')}.`)
  process.exitCode = 2
} else {
  cleanUpOnExit()
  console.log(`Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown make'}`)
  for (const [name, run] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await run()
}
