import { eudBlock } from '../../../resources/complaints/eud-block.ts'
import { productEnduserDocument } from '../../../resources/masters/product-enduser-document.ts'
import { eudDocument } from '../../../resources/orders/eud-document.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { EudRows } from '../../../resources/orders/quote/eud.ts'
import type { RowIn } from '../../derive/row-codec.ts'
import { selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * The requests for the end-user document rules of these products on a day, the customer's documents and their blocks.
 */
export const eudRequests = (customerId: number, productIds: readonly number[], day: string) => ({
  eudRules: selectFrom(productEnduserDocument, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
  eudDocuments: selectFrom(eudDocument, rows => rows.where({ customerId }).whereIn('productId', productIds)),
  eudBlocks: selectFrom(eudBlock, rows => rows.where({ customerId }).whereNot('status', 'RELEASED')),
})

type Requests = ReturnType<typeof eudRequests>
type ReadRows = { [Name in keyof Requests]: RowIn<Requests[Name]['resource']>[] }

/**
 * Converts the rows to the shapes that the rules expect, with the order's own reserved quantity of each document.
 * Throws 400 for a document that is not of the customer and the line's product.
 */
export function eudRows(
  { eudRules: rules, eudDocuments: documents, eudBlocks: blocks }: ReadRows,
  { lines }: OrderInput,
  own: ReadonlyMap<number, number>,
): EudRows {
  const wrong = lines.findIndex(
    ({ eudDocumentId, productId }) =>
      eudDocumentId !== null &&
      !documents.some(document => document.id === eudDocumentId && document.productId === productId),
  )
  if (wrong >= 0) {
    const message = 'This document is not one of the customer for this product: upload it for the line'
    throw invalidField(`lines[${wrong}].eudDocumentId`, 'UNKNOWN_REF', message)
  }
  return {
    rules,
    papers: documents.map(document => ({ ...document, ownQty: own.get(document.id) ?? 0 })),
    stops: blocks,
  }
}
