/** Goods of a delivery that left, in thousandths; `invoiceId` is the invoice under which they were booked, null without one. */
export interface SentGoods {
  deliveryLineId: number
  invoiceId: number | null
  qty: number
}

/** What a valid invoice bills of goods of a delivery, in thousandths of the delivery's unit. */
export interface BilledLink {
  id: number
  invoiceId: number
  deliveryLineId: number
  qty: number
}

/** How much of goods that left is of which invoice. */
export interface Allotted<S extends SentGoods, L extends BilledLink> {
  sent: S
  link: L
  qty: number
}

/**
 * What of valid invoices has left, goods by goods. What was booked under a valid invoice counts for that, up to what it
 * bills; the rest, such as that of a cancelled one, fills the others in the order of their ids. `links` are all valid
 * ones of these goods.
 */
export function allotSent<S extends SentGoods, L extends BilledLink>(
  links: readonly L[],
  sent: readonly S[],
): Allotted<S, L>[] {
  const linksOf = Map.groupBy(
    links.toSorted((a, b) => a.invoiceId - b.invoiceId || a.id - b.id),
    ({ deliveryLineId }) => deliveryLineId,
  )
  const room = new Map(links.map(({ id, qty }) => [id, qty]))
  const allotted: Allotted<S, L>[] = []
  const fill = (one: S, left: number, targets: readonly L[]): number => {
    for (const link of targets) {
      const qty = Math.min(left, room.get(link.id)!)
      if (qty <= 0) continue
      room.set(link.id, room.get(link.id)! - qty)
      allotted.push({ sent: one, link, qty })
      left -= qty
    }
    return left
  }
  const rest = sent.map(one => {
    const own = (linksOf.get(one.deliveryLineId) ?? []).filter(({ invoiceId }) => invoiceId === one.invoiceId)
    return { one, left: fill(one, one.qty, own) }
  })
  for (const { one, left } of rest) fill(one, left, linksOf.get(one.deliveryLineId) ?? [])
  return allotted
}
