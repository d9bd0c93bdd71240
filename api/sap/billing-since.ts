import { type BillingDocument, billingDocumentOf, results } from './billing-document.ts'
import type { SapFields } from './fields.ts'
import { SapError } from './sap-error.ts'
import { readable, type SapSession } from './session.ts'
import { instantOfSap, literal } from './wire.ts'

/** Hears of a billing document that cannot be read: its number, and why. */
export type Unreadable = (sapBillingDoc: string, reason: string) => void

export const refuseUnreadable: Unreadable = (sapBillingDoc, reason) => {
  throw new SapError('UNKNOWN', `SAP's billing document ${sapBillingDoc} could not be read: ${reason}.`)
}

/**
 * Reads on from the last change seen instead of only skipping rows: a document that changes while we page moves to the end,
 * and with skipping alone its successor would slip through unseen.
 */
export async function* billingDocumentsSince(
  session: SapSession,
  fields: SapFields,
  instant: string,
  page: number,
  unreadable: Unreadable,
): AsyncGenerator<BillingDocument> {
  const seen = new Set<string>()
  let since = instant
  let skip = 0
  for (;;) {
    const { rows, more } = await onePage(session, since, page, skip)
    for (const { row, key } of rows.filter(({ key }) => !seen.has(key))) {
      seen.add(key)
      const document = read(row, fields, unreadable)
      if (document) yield document
    }
    const last = rows.at(-1)
    if (!more || !last) return
    skip = last.changedAt > since ? 0 : skip + rows.length
    since = last.changedAt > since ? last.changedAt : since
  }
}

async function onePage(session: SapSession, since: string, page: number, skip: number) {
  const answer = await session.get('API_BILLING_DOCUMENT_SRV/A_BillingDocument', {
    $filter: `LastChangeDateTime ge datetimeoffset${literal(since)}`,
    $expand: 'to_Item,to_Item/to_PricingElement,to_Partner',
    $orderby: 'LastChangeDateTime,BillingDocument',
    $top: page,
    $skip: skip,
  })
  return readable(answer.text, found => {
    if (!Array.isArray(found.results)) throw new RangeError('no list')
    const rows = results(found).map(row => {
      const changedAt = instantOfSap(row.LastChangeDateTime)
      return { row, changedAt, key: `${row.BillingDocument} ${changedAt}` }
    })
    return { rows, more: rows.length >= page || typeof found.__next === 'string' }
  })
}

function read(row: Record<string, unknown>, fields: SapFields, unreadable: Unreadable): BillingDocument | null {
  try {
    return billingDocumentOf(row, fields)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    unreadable(String(row.BillingDocument), error.message)
    return null
  }
}
