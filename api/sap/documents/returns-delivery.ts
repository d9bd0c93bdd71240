import { itemNo } from '../../../resources/sap/codes.ts'
import type { SapAdapter } from '../adapter.ts'
import { expandedRows, optionalText, type SapRow } from '../http/odata.ts'
import { isNotServed, SapError } from '../http/sap-error.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { changedOn } from '../identity/times.ts'
import { pagesByKeys, rowsByKeys } from '../reading/by-keys.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import {
  changedSince,
  type Delivery,
  type DeliveryLine,
  deliveryOf,
  isOurDelivery,
  outboundPages,
  outboundThere,
} from './delivery.ts'

const headers = entitySet('API_CUSTOMER_RETURNS_DELIVERY_SRV;v=0002/A_ReturnsDeliveryHeader', {
  expand: ['to_DeliveryDocumentItem'],
})
const returns = entitySet('API_CUSTOMER_RETURN_SRV/A_CustomerReturn', { expand: ['to_Item'] })

/** SAP's category of a delivery that brings goods back. */
const RETURNS = 'T'

/** The outbound deliveries, and behind them those of returned goods where SAP serves these. */
export async function* deliveryPages(sap: SapAdapter, how: ReadHow): AsyncGenerator<ItemPage<Delivery>> {
  let outbound = 0
  for await (const page of outboundPages(sap, how)) {
    outbound = page.total ?? outbound
    yield page
  }
  try {
    for await (const page of returnsPages(sap, how))
      yield { ...page, total: page.total === null ? null : outbound + page.total }
  } catch (error) {
    // Without them return notes tell what came back.
    if (!(error instanceof SapError && isNotServed(error))) throw error
  }
}

/** The deliveries of returned goods; their lines refer to the invoice or the order of which the goods come back. */
async function* returnsPages(sap: SapAdapter, { since, code, fields }: ReadHow): AsyncGenerator<ItemPage<Delivery>> {
  const pages = itemPages(sap.pages(headers, { filter: changedSince(since, code), pageSize: 200 }), {
    title: 'Delivery',
    keyOf: row => keptCode(row.DeliveryDocument),
    read: row => deliveryOf(row, fields, RETURNS),
    changedAt: row => changedOn(row, headers.identity),
  })
  for await (const page of pages) {
    const origins = await originsOf(sap, page.items)
    const items = page.items.map(item => ({ ...item, lines: item.lines.map(line => givenBack(line, origins)) }))
    yield { ...page, items }
  }
}

type Origin = Pick<DeliveryLine, 'refDoc' | 'refItem' | 'refCategory'>
const keyOf = (number: unknown, item: unknown) => `${keptCode(String(number))}/${itemNo(String(item))}`

/** What the items of returns refer to, by number and item: a delivery of returned goods names the return alone. */
async function originsOf(sap: SapAdapter, items: readonly Delivery[]): Promise<ReadonlyMap<string, Origin>> {
  const numbers = [...new Set(items.flatMap(({ lines }) => lines.flatMap(({ refDoc }) => refDoc ?? [])))]
  const origins = new Map<string, Origin>()
  try {
    for await (const { rows } of pagesByKeys(sap, returns, numbers))
      for (const { CustomerReturn, to_Item } of rows)
        for (const item of expandedRows(to_Item))
          origins.set(keyOf(CustomerReturn, item.CustomerReturnItem), originOf(item))
  } catch (error) {
    if (!(error instanceof SapError && isNotServed(error))) throw error
  }
  return origins
}

/** SAP's categories of what a return may refer to: an invoice, an order, one free of charge. */
const sources = ['M', 'C', 'I'] as const

function originOf(item: SapRow): Origin {
  const refCategory = sources.find(one => one === optionalText(item.ReferenceSDDocumentCategory)) ?? null
  const [number, refItem] = [item.ReferenceSDDocument, item.ReferenceSDDocumentItem].map(optionalText)
  if (!refCategory || !number || !refItem) return { refDoc: null, refItem: null, refCategory: null }
  return { refDoc: keptCode(number), refItem: itemNo(refItem), refCategory }
}

/** Goods that come back take no stock and are not to be dispatched. */
function givenBack(line: DeliveryLine, origins: ReadonlyMap<string, Origin>): DeliveryLine {
  const { refDoc, refItem } = line
  const origin = refDoc && refItem ? origins.get(keyOf(refDoc, refItem)) : undefined
  return {
    ...line,
    ...(origin?.refDoc ? origin : { refCategory: refDoc ? ('H' as const) : null }),
    countsAs: line.countsAs === 'TEXT' ? 'TEXT' : 'RETURN',
    isOpen: false,
    isBillable: false,
    sapOrderNo: null,
    sapItemNo: null,
  }
}

/** Those of these deliveries, to customers or back from them, that SAP still has. */
export const deliveriesThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const outbound = await outboundThere(sap, keys, fields)
  const others = keys.filter(key => !outbound.has(key))
  try {
    const { rows } = await rowsByKeys(sap, headers, others)
    const there = [...rows].filter(([, row]) => isOurDelivery(row, fields)).map(([key]) => key)
    return new Set([...outbound, ...there])
  } catch (error) {
    if (!(error instanceof SapError && isNotServed(error))) throw error
    return outbound
  }
}
