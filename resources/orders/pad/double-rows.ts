/**
 * For each row the number (from 1) of the earlier row with the same product, `order` where the order has it already, and
 * null otherwise or without a product.
 */
export function doubleRows<Product>(
  products: readonly (Product | null)[],
  onOrder: ReadonlySet<Product>,
): (number | 'order' | null)[] {
  const first = new Map<Product, number>()
  return products.map((product, index) => {
    if (product === null) return null
    const earlier = first.get(product)
    if (earlier === undefined) first.set(product, index + 1)
    return onOrder.has(product) ? 'order' : (earlier ?? null)
  })
}

/** What a person reads of a double row; `rowOf` gives the number by which they know an earlier row. */
export function doubleText(double: number | 'order' | null, rowOf: (row: number) => number = row => row): string {
  if (double === null) return ''
  return double === 'order' ? 'Already on the order' : `Double: also in row ${rowOf(double)}`
}
