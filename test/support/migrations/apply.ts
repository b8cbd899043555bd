// A process that applies the migrations of a track, to be killed: node apply.ts <URL of the database> <name> <URL of the folder>.
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { isWantedWhen, migrateTracks } from '../../../src/platform/postgres/migrate.ts'

const [, , connectionString = '', name = '', folder = ''] = process.argv
const database = openDatabase({ connectionString }, { poolSize: 1, onError: () => undefined })
await migrateTracks(database, [{ name, folder: new URL(folder) }], isWantedWhen({ isContracting: false }))
await database.end()
