/** An invoice, or a delivery that is never billed, as a command names it. */
export interface NamedGoods {
  invoiceId: number | null
  deliveryId: number | null
}

/** One text for what can be put on an LR, such as `invoice 12` or `delivery 7`. */
export const waitingKey = ({ invoiceId, deliveryId }: NamedGoods): string =>
  invoiceId === null ? `delivery ${deliveryId}` : `invoice ${invoiceId}`

/** What such a text stands for. */
export function namedBy(key: string): NamedGoods {
  const [kind, id] = key.split(' ')
  return kind === 'invoice' ? { invoiceId: Number(id), deliveryId: null } : { invoiceId: null, deliveryId: Number(id) }
}

/** How a list calls it: an invoice by its number, a delivery that is never billed as such. */
export const waitingText = ({ invoiceNo, deliveryId }: { invoiceNo: string; deliveryId: number | null }): string =>
  deliveryId === null ? invoiceNo : `Delivery ${invoiceNo} · free of charge`
