import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** Why the consignee pays where the freight is ours, and why another value is declared; goods bear what is to pay. */
export async function up(db: Knex) {
  await addColumn(db, 'lr', 'termsReason', `varchar(255){ci}`)
  await addColumn(db, 'lr', 'valueReason', `varchar(255){ci}`)
  await shareToPay(db)
}

interface Part {
  id: number
  weightKg: number
  value: number
}

/** Shares what LRs that are to pay state over their lines, and over the goods of each. */
async function shareToPay(db: Knex) {
  const lrs: { id: number; freight: number }[] = await db('lr')
    .where({ freightTerms: 'TO_PAY', businessLine: 'CORE' })
    .whereNot('deliveryStatus', 'CANCELLED')
    .select('id', db.raw('?? + ?? as freight', ['freightAmount', 'otherCharges']))
  for (const { id: lrId, freight } of lrs) {
    const lines: Part[] = await db('lr_line')
      .where({ lrId })
      .orderBy('id')
      .select('id', 'weightKg', 'invoiceValue as value')
    for (const [at, freightShare] of shares(Number(freight), lines).entries()) {
      const lineId = lines[at]!.id
      await db('lr_line').where({ id: lineId }).update({ freightShare })
      // Goods without a weight share equally here; the next correction of the LR shares them by value.
      const items: Part[] = await db('lr_line_item')
        .where({ lrLineId: lineId })
        .orderBy('id')
        .select('id', 'weightKg', db.raw('0 as value'))
      for (const [place, share] of shares(freightShare, items).entries())
        await db('lr_line_item').where({ id: items[place]!.id }).update({ freightShare: share })
    }
  }
}

/** Rounded down, the rest by largest remainder: by weight, else by value, else equally. */
function shares(amount: number, parts: readonly Part[]): number[] {
  const weights = [parts.map(one => Number(one.weightKg)), parts.map(one => Number(one.value)), parts.map(() => 1)].find(
    some => some.some(one => one > 0),
  )
  if (!weights) return []
  const all = weights.reduce((whole, weight) => whole + BigInt(weight), 0n)
  const exact = weights.map(weight => BigInt(amount) * BigInt(weight))
  const given = exact.map(one => Number(one / all))
  const byRest = exact.map((one, at) => ({ at, rest: Number(one % all) })).sort((a, b) => b.rest - a.rest || a.at - b.at)
  const left = amount - given.reduce((whole, one) => whole + one, 0)
  for (const { at } of byRest.slice(0, left)) given[at]! += 1
  return given
}
