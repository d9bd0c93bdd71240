import type { Knex } from 'knex'
import { priceTimes, shareOf, sum } from '../../resources/define/amounts.ts'
import type { StoredRow } from '../derive/stored.ts'

interface Line {
  rate: number
  contractQty: number
  consumedQty: number
}

/**
 * Writes the value of a contract and how much of it is used up, from its lines. The version stays: only people change it,
 * and nobody's open form becomes stale because an order was confirmed.
 */
export async function refreshContract(trx: Knex, id: number) {
  const lines: Line[] = await trx('rate_contract_line')
    .where('rateContractId', id)
    .select('rate', 'contractQty', 'consumedQty')
  const value = sum(lines.map(({ rate, contractQty }) => priceTimes(rate, contractQty)))
  const consumed = sum(lines.map(({ rate, consumedQty }) => priceTimes(rate, consumedQty)))
  await trx('rate_contract_customer')
    .where({ id })
    .update({ value, consumedPct: shareOf(consumed, value) })
}

/** Orders that hold a part of a contract although SAP has not confirmed them yet. */
const HOLDING = ['PENDING', 'APPROVED', 'IN_ERROR']

/** What orders on their way have reserved of each contract line, in thousandths; an order's own part is left out. */
export async function reservedOf(
  db: Knex,
  lineIds: readonly number[],
  exceptOrderId = 0,
): Promise<Map<number, number>> {
  if (lineIds.length === 0) return new Map()
  const rows: { lineId: number; qty: number; cancelled: number }[] = await db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .where({ 'order_line.priceSource': 'RATE_CONTRACT', 'order_line.lineStatus': 'OPEN' })
    .whereIn(
      'order_line.productId',
      db('rate_contract_line')
        .whereIn('id', [...lineIds])
        .select('productId'),
    )
    .whereIn('order_line.priceSourceId', [...lineIds])
    .whereIn('order.status', HOLDING)
    .whereNot('order.id', exceptOrderId)
    .groupBy('order_line.priceSourceId')
    .select('order_line.priceSourceId as lineId')
    .sum({ qty: 'order_line.qty', cancelled: 'order_line.cancelledQty' })
  return new Map(rows.map(({ lineId, qty, cancelled }) => [lineId, Number(qty) - Number(cancelled)]))
}

/** Lines with what is still open on them: agreed less consumed less reserved; below zero where more was ordered. */
export async function withOpenQty(db: Knex, lines: StoredRow[]): Promise<StoredRow[]> {
  const reserved = await reservedOf(
    db,
    lines.map(({ id }) => id),
  )
  return lines.map(line => {
    const held = reserved.get(line.id) ?? 0
    const openQty = (line.contractQty as number) - (line.consumedQty as number) - held
    return { ...line, reservedQty: held, openQty }
  })
}

/** SAP has confirmed the order: what it calls off its contracts is used up (M24). */
export async function consumeContracts(trx: Knex, orderId: number) {
  const lines: { priceSourceId: number; qty: number; cancelledQty: number }[] = await trx('order_line')
    .where({ orderId, priceSource: 'RATE_CONTRACT', lineStatus: 'OPEN' })
    .select('priceSourceId', 'qty', 'cancelledQty')
  for (const { priceSourceId, qty, cancelledQty } of lines) {
    await trx('rate_contract_line')
      .where('id', priceSourceId)
      .increment('consumedQty', qty - cancelledQty)
  }
  const ids = lines.map(({ priceSourceId }) => priceSourceId)
  const contracts: number[] = await trx('rate_contract_line').whereIn('id', ids).distinct().pluck('rateContractId')
  for (const id of contracts) await refreshContract(trx, id)
}
