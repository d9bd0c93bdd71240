import { books } from './books.ts'
import { differencesOf } from './platform/books.ts'
import { readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { openDatabase } from './platform/database.ts'

// What `npm run check` runs: every book is compared with its rows, with a sentence for every difference.

try {
  keepFilesPrivate()
  const db = openDatabase(readConfig(process.env).databaseUrl)
  const differences = await differencesOf(db, books)
  await db.destroy()
  for (const sentence of differences) process.stderr.write(`${sentence}\n`)
  process.stdout.write(differences.length === 0 ? 'The books agree.\n' : `${differences.length} differences.\n`)
  process.exitCode = differences.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
