import type { Knex } from 'knex'
import type { Log } from '../../platform/log.ts'
import { rebuildOrders } from './order-fact.ts'
import { rebuildSales } from './sale-fact.ts'

/** To be raised with a migration that changes what the facts of documents hold. */
const FACTS_VERSION = 1

/** Counts all sales and orders where the facts of this release have not been counted yet. */
export async function countAnewAfterUpgrade(db: Knex, log: Log): Promise<void> {
  if (await db('facts_counted').where('version', '>=', FACTS_VERSION).first('version')) return
  const documents = await rebuildSales(db)
  const orders = await rebuildOrders(db)
  if (documents + orders > 0) log.info({ documents, orders }, 'The sales and orders are counted for the reports')
  await db('facts_counted').insert({ version: FACTS_VERSION }).onConflict('version').ignore()
}
