import { rebuildSearchIndexes } from './derive/search/rebuild.ts'
import { readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { openDatabase } from './platform/database.ts'

// What `npm run rebuild-search` runs: the search indexes of large masters are made anew from their rows.

try {
  keepFilesPrivate()
  const db = openDatabase(readConfig(process.env).databaseUrl)
  const titles = await rebuildSearchIndexes(db)
  await db.destroy()
  process.stdout.write(`The search index is new for: ${titles.join(', ')}.\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
