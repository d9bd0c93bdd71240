import type { Knex } from 'knex'

/** Whether nothing of an order is billed, by its type: another service of SAP holds it then. */
export async function isFreeOfCharge(db: Knex, { orderTypeId }: { orderTypeId: number }): Promise<boolean> {
  return Boolean((await db('order_type').where({ id: orderTypeId }).first('isFreeOfCharge'))?.isFreeOfCharge)
}
