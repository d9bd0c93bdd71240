import type { SapAdapter } from '../adapter.ts'
import type { EntityPage } from '../http/entity-pages.ts'
import { expandedRows, fromSapQuantity, instantOfSap, odataLiteral, optionalText, type SapRow } from '../http/odata.ts'
import { isNotServed, SapError } from '../http/sap-error.ts'
import { type EntitySet, entitySet } from '../identity/entity-sets.ts'
import { type KeyPart, keptCode } from '../identity/key-forms.ts'
import { allOf, isOurs, oursFilter } from '../identity/whose.ts'
import { pagesByKeys, rowsByKeys } from '../reading/by-keys.ts'
import { itemPages } from '../reading/item-pages.ts'
import { onlyOurs } from '../reading/our-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'
import { contractItem, type RateContractItem } from './rate-contract-item.ts'

export const contractTitle = 'Sales contract'

export const contracts = entitySet('API_SALES_CONTRACT_SRV/A_SalesContract', {
  expand: ['to_Item', 'to_Item/to_PricingElement'],
})

/** Items of sales orders that call off a contract, with our number of the order on its header. */
export const callOffs = (orderNo: string): EntitySet =>
  entitySet('API_SALES_ORDER_SRV/A_SalesOrderItem', {
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
export const changedOrders = entitySet('API_SALES_ORDER_SRV/A_SalesOrder', {
  select: ['SalesOrder', 'LastChangeDateTime', 'to_Item/ReferenceSDDocument'],
  expand: ['to_Item'],
})

/** The contract of an item that calls off one. */
const byReference: KeyPart = { ...contracts.identity.key[0]!, name: 'ReferenceSDDocument' }

/** Reads contracts with what was called off them in SAP; of changes also those that changed orders call off. */
export async function* contractPages(
  sap: SapAdapter,
  { since, code, fields }: ReadHow,
): AsyncGenerator<ItemPage<RateContractItem>> {
  const read = (pages: AsyncIterable<EntityPage>) =>
    itemPages(onlyOurs(contracts, fields, pages), {
      title: contractTitle,
      keyOf: row => keptCode(row.SalesContract),
      read: row => contractItem(row, fields),
      changedAt: row => (row.LastChangeDateTime ? instantOfSap(row.LastChangeDateTime) : null),
    })
  const all = (filter?: string) =>
    read(sap.pages(contracts, { filter: allOf(filter, oursFilter(contracts.identity, fields)), pageSize: 200 }))
  const among = (numbers: readonly string[]) => read(pagesByKeys(sap, contracts, numbers, { pageSize: 200 }))
  if (code !== null) return yield* withCallOffs(sap, among([code]), fields.orderNo)
  if (since === null) return yield* withCallOffs(sap, all(), fields.orderNo)
  yield* withCallOffs(sap, all(`LastChangeDateTime ge datetimeoffset${odataLiteral(since)}`), fields.orderNo)
  const { numbers, changedAt, total, missing } = await contractsOfChangedOrders(sap, since)
  yield* withCallOffs(sap, among(numbers), fields.orderNo)
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
      const numbers = page.items.map(({ key }) => key)
      for await (const { rows } of pagesByKeys(sap, callOffs(orderNo), numbers, { by: byReference }))
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
  const contract = keptCode(row.ReferenceSDDocument)
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

/** Those of these contracts that SAP still has in a sales organisation of ours. */
export const contractsThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const { rows } = await rowsByKeys(sap, contracts, keys)
  return new Set([...rows].filter(([, row]) => isOurs(contracts.identity, row, fields)).map(([key]) => key))
}
