import { plainCode, sapCode } from '../../../resources/sap/codes.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntitySet } from '../http/entity-pages.ts'
import { expandedRows, fromSapQuantity, instantOfSap, odataLiteral, optionalText, type SapRow } from '../http/odata.ts'
import { isNotServed, SapError } from '../http/sap-error.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'
import { contractItem, type RateContractItem } from './rate-contract-item.ts'

export const contractTitle = 'Sales contract'

export const contracts: EntitySet = {
  path: 'API_SALES_CONTRACT_SRV/A_SalesContract',
  key: ['SalesContract'],
  expand: ['to_Item', 'to_Item/to_PricingElement'],
}

/** Items of sales orders that call off a contract, with our number of the order on its header. */
export const callOffs = (orderNo: string): EntitySet => ({
  path: 'API_SALES_ORDER_SRV/A_SalesOrderItem',
  key: ['SalesOrder', 'SalesOrderItem'],
  select: [
    'SalesOrder',
    'SalesOrderItem',
    'ReferenceSDDocument',
    'ReferenceSDDocumentItem',
    'RequestedQuantity',
    'RequestedQuantityUnit',
    'SalesDocumentRjcnReason',
    `to_SalesOrder/${orderNo}`,
  ],
  expand: ['to_SalesOrder'],
})

/** Sales orders with what their items call off: SAP does not tell a contract's change when it is called off. */
export const changedOrders: EntitySet = {
  path: 'API_SALES_ORDER_SRV/A_SalesOrder',
  key: ['SalesOrder'],
  select: ['SalesOrder', 'LastChangeDateTime', 'to_Item/ReferenceSDDocument'],
  expand: ['to_Item'],
}

/** So many numbers fit into the address of a request. */
const AT_ONCE = 40

/** Reads contracts with what was called off them in SAP; of changes also those that changed orders call off. */
export async function* contractPages(
  sap: SapAdapter,
  { since, code, fields }: ReadHow,
): AsyncGenerator<ItemPage<RateContractItem>> {
  const read = (filter: string | undefined) =>
    itemPages(sap.pages(contracts, { ...(filter && { filter }), pageSize: 200 }), {
      title: contractTitle,
      keyOf: row => plainCode(String(row.SalesContract)),
      read: row => contractItem(row, fields),
      changedAt: row => (row.LastChangeDateTime ? instantOfSap(row.LastChangeDateTime) : null),
    })
  if (code !== null)
    return yield* withCallOffs(sap, read(`SalesContract eq ${odataLiteral(sapCode(code))}`), fields.orderNo)
  if (since === null) return yield* withCallOffs(sap, read(undefined), fields.orderNo)
  yield* withCallOffs(sap, read(`LastChangeDateTime ge datetimeoffset${odataLiteral(since)}`), fields.orderNo)
  const { numbers, changedAt, total, missing } = await contractsOfChangedOrders(sap, since)
  for (const batch of batches(numbers)) yield* withCallOffs(sap, read(anyOf('SalesContract', batch)), fields.orderNo)
  // The next reading goes on from here also where no order called off a contract.
  yield { items: [], unreadable: [], changedAt, total: missing ? total : null, missing }
}

async function contractsOfChangedOrders(sap: SapAdapter, since: string) {
  const numbers = new Set<string>()
  let changedAt: string | null = null
  let last = { total: null as number | null, missing: null as number | null }
  const filter = `LastChangeDateTime ge datetimeoffset${odataLiteral(since)}`
  for await (const { rows, ...counted } of sap.pages(changedOrders, { filter, pageSize: 500 })) {
    last = counted
    for (const row of rows) {
      const at = instantOfSap(row.LastChangeDateTime)
      if (changedAt === null || at > changedAt) changedAt = at
      for (const { ReferenceSDDocument } of expandedRows(row.to_Item)) {
        const number = optionalText(ReferenceSDDocument)
        if (number !== null) numbers.add(number)
      }
    }
  }
  return { numbers: [...numbers], changedAt, ...last }
}

/** Adds to contracts what orders entered in SAP call off; what our own orders call off is counted here. */
async function* withCallOffs(sap: SapAdapter, pages: AsyncIterable<ItemPage<RateContractItem>>, orderNo: string) {
  for await (const page of pages) {
    const lines = new Map(
      page.items.flatMap(({ key, lines }) => lines.map(line => [`${key}/${line.lineNo}`, line] as const)),
    )
    try {
      for (const batch of batches(page.items.map(({ key }) => sapCode(key))))
        for await (const { rows } of sap.pages(callOffs(orderNo), { filter: anyOf('ReferenceSDDocument', batch) }))
          for (const row of rows) addCallOff(row, orderNo, lines)
    } catch (error) {
      if (!(error instanceof SapError && isNotServed(error))) throw error
      for (const line of lines.values()) line.calledOff = null
      page.unreadable.push(withoutCallOffs(error.message))
    }
    yield page
  }
}

const withoutCallOffs = (reason: string): FailedDocument => ({
  number: 'API_SALES_ORDER_SRV',
  column: 'sapConsumedQty',
  code: 'UNREADABLE',
  message: `What SAP's own orders call off contracts cannot be read, the quantities known stay as they are: ${reason}`,
})

function addCallOff(row: SapRow, orderNo: string, lines: ReadonlyMap<string, RateContractItem['lines'][number]>) {
  const contract = plainCode(String(row.ReferenceSDDocument))
  const line = lines.get(`${contract}/${Number(row.ReferenceSDDocumentItem)}`)
  if (!line || optionalText(row.SalesDocumentRjcnReason) !== null) return
  const header = row.to_SalesOrder as SapRow | null
  if (/^OR\d{10}$/.test(String(header?.[orderNo] ?? ''))) return
  const unit = optionalText(row.RequestedQuantityUnit) ?? line.unit
  const qty = fromSapQuantity(row.RequestedQuantity)
  line.calledOff ??= []
  const calledOff = line.calledOff.find(one => one.unit === unit)
  if (calledOff) calledOff.qty += qty
  else line.calledOff.push({ unit, qty })
}

const anyOf = (field: string, numbers: readonly string[]) =>
  numbers.map(number => `${field} eq ${odataLiteral(number)}`).join(' or ')

function batches(numbers: readonly string[]): string[][] {
  const all: string[][] = []
  for (let start = 0; start < numbers.length; start += AT_ONCE) all.push(numbers.slice(start, start + AT_ONCE))
  return all
}
