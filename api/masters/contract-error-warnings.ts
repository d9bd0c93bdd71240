import type { Finding } from '../../resources/orders/quote/check-facts.ts'

interface WarningRequest {
  products: ReadonlyMap<number, { code: string }>
  contractErrors: readonly { productCode: string | null; contractNo: string | null }[]
}

/** Warns that a contract row of the customer and a product on the order is in error, so its rate does not count yet. */
export function contractErrorWarnings(
  { products, contractErrors }: WarningRequest,
  lines: readonly { productId: number }[],
): Finding[] {
  const wrong = new Map(contractErrors.map(row => [row.productCode?.toUpperCase(), row.contractNo]))
  return lines.flatMap(({ productId }, index) => {
    const { code } = products.get(productId)!
    if (!wrong.has(code)) return []
    const message = `${code}: a contract row in error waits for the pricing desk (contract ${wrong.get(code) ?? 'unknown'}), so its rate does not count yet`
    return [
      { rule: 'M25', code: 'CONTRACT_ROW_IN_ERROR', field: `lines[${index}].productId`, message, warns: true as const },
    ]
  })
}
