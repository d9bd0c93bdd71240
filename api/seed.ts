import { readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { createLog } from './platform/log.ts'
import { prepareDatabase } from './prepare.ts'

// What `npm run seed` runs: prepares the database as at a start, without starting.

try {
  keepFilesPrivate()
  const config = readConfig(process.env)
  const db = await prepareDatabase(config, createLog(config))
  await db.destroy()
  console.log('The database is migrated and seeded.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
