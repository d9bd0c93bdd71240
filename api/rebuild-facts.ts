import { parseArgs } from 'node:util'
import { isDay } from '../resources/define/dates.ts'
import { rebuildOrders } from './mis/facts/order-fact.ts'
import { rebuildSales } from './mis/facts/sale-fact.ts'
import { readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { openDatabase } from './platform/database.ts'

// What `npm run rebuild-facts -- --from 2026-04-01 --to 2026-04-30` runs: the sales of documents and the lines of orders are counted again.

try {
  keepFilesPrivate()
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  for (const day of Object.values(values))
    if (!isDay(day)) throw new Error(`${day} is not a day: give --from and --to as 2026-04-01`)
  if (values.from && values.to && values.from > values.to) throw new Error('--from must not be after --to')
  const db = openDatabase(readConfig(process.env).databaseUrl)
  const documents = await rebuildSales(db, values)
  const orders = await rebuildOrders(db, values)
  await db.destroy()
  process.stdout.write(`The sales of ${documents} documents and the lines of ${orders} orders are counted again.\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
