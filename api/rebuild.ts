import { parseArgs } from 'node:util'
import { isDay } from '../resources/define/dates.ts'
import { books } from './books.ts'
import { readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { openDatabase } from './platform/database.ts'

// What `npm run rebuild-facts -- --from 2026-04-01 --to 2026-04-30` and `npm run rebuild-search` run: the books of that
// command are made anew from their rows.

try {
  keepFilesPrivate()
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
  })
  for (const day of Object.values(values))
    if (!isDay(day)) throw new Error(`${day} is not a day: give --from and --to as 2026-04-01`)
  if (values.from && values.to && values.from > values.to) throw new Error('--from must not be after --to')
  const db = openDatabase(readConfig(process.env).databaseUrl)
  for (const { rebuild } of books)
    if (rebuild && positionals.includes(rebuild.by)) process.stdout.write(`${await rebuild.make(db, values)}\n`)
  await db.destroy()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
