import { searchIndexDifferences } from './derive/search/rebuild.ts'
import { orderDifferences } from './mis/facts/order-differences.ts'
import { eventDifferences } from './mis/facts/order-events.ts'
import { saleDifferences } from './mis/facts/sale-fact.ts'
import { findDifferences } from './orders/reconcile-orders.ts'
import { findPaymentDifferences } from './payments/reconcile-payments.ts'
import { checkSettlements } from './payments/settlement/check-settlements.ts'
import { readConfig } from './platform/config.ts'
import { keepFilesPrivate } from './platform/data-folder/keep-private.ts'
import { openDatabase } from './platform/database.ts'
import { countInProgress } from './platform/reports/counting.ts'

// What `npm run check` runs: the reconciliation of orders, payments, settlements, sales and the search indexes, with a sentence for every difference.

try {
  keepFilesPrivate()
  const db = openDatabase(readConfig(process.env).databaseUrl)
  const found = [
    ...(await findDifferences(db)),
    ...(await findPaymentDifferences(db)),
    ...(await checkSettlements(db)),
    ...((await countInProgress(db)) ? [] : [...(await saleDifferences(db)), ...(await orderDifferences(db))]),
    ...(await eventDifferences(db)),
    ...(await searchIndexDifferences(db)),
  ]
  await db.destroy()
  for (const sentence of found) process.stderr.write(`${sentence}\n`)
  process.stdout.write(found.length === 0 ? 'The books agree.\n' : `${found.length} differences.\n`)
  process.exitCode = found.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
