import type { Knex } from 'knex'
import type { Finding } from '../../resources/orders/check-facts.ts'

interface Asked {
  customer: { code: string }
  products: ReadonlyMap<number, { code: string }>
}

/** Warns that a contract row of the customer and a product on the order is in error, so that its rate does not count yet (M25). */
export async function contractErrorWarnings(
  db: Knex,
  { customer, products }: Asked,
  lines: readonly { productId: number }[],
): Promise<Finding[]> {
  const codes = [...products.values()].map(({ code }) => code)
  const rows: { productCode: string; contractNo: string | null }[] = await db('rate_contract_errors')
    .where({ status: 'OPEN', customerCode: customer.code })
    .whereIn('productCode', codes)
    .select('productCode', 'contractNo')
  const wrong = new Map(rows.map(row => [row.productCode.toUpperCase(), row.contractNo]))
  return lines.flatMap(({ productId }, index) => {
    const { code } = products.get(productId)!
    if (!wrong.has(code)) return []
    const message = `${code}: a contract row in error waits for the pricing desk (contract ${wrong.get(code) ?? 'unknown'}), so its rate does not count yet`
    return [
      { rule: 'M25', code: 'CONTRACT_ROW_IN_ERROR', field: `lines[${index}].productId`, message, warns: true as const },
    ]
  })
}
