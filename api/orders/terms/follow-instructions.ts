import type { Knex } from 'knex'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { instructionFor } from '../../../resources/orders/quote/instructions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'

/**
 * Gives lines whose shipping instruction was deactivated the one that the customer has instead, or none. Returns a
 * sentence for the history, null where all still hold; what a person typed is left alone.
 */
export async function followInstructions(
  trx: Knex,
  { customerId, sbuId }: Order,
  lines: readonly OrderLine[],
  author: Author,
): Promise<string | null> {
  const instructed = lines.filter(({ shippingInstructionId }) => shippingInstructionId !== null)
  if (instructed.length === 0) return null
  const rows = await rowsOf(trx, shippingInstructions, all => all.where({ customerId, isActive: 1 }))
  const fallen = instructed.filter(line => !rows.some(({ id }) => id === line.shippingInstructionId))
  for (const line of fallen) {
    const row = instructionFor(rows, { productId: line.productId, sbuId })
    const changes = { shippingInstruction: row?.instruction ?? null, shippingInstructionId: row?.id ?? null }
    await updateRow(trx, orderLine, line, changes, author)
  }
  const sentences = fallen.map(
    ({ lineNo }) => `Line ${lineNo} has another shipping instruction, as its own was deactivated`,
  )
  return sentences.length > 0 ? sentences.join('. ').slice(0, 500) : null
}
