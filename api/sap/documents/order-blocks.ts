import type { HoldKind } from '../../../resources/orders/holds/hold-kinds.ts'
import { itemNo } from '../../../resources/sap/codes.ts'
import type { SapFields } from '../http/fields.ts'
import { collectionRows, dayOfSap, expandedRows, optionalText, type SapRow } from '../http/odata.ts'

/** A block, check or status by which SAP holds a sales order, or one of its items. */
export interface BlockInSap {
  kind: HoldKind
  code: string
  /** Null where it is of the whole order. */
  sapItemNo: string | null
  /** The day of the schedule line that it stops. */
  day: string | null
}

/** What a sales order says of its blocks; kinds whose fields it does not have, as a file may, are not told. */
export interface BlocksInSap {
  tells: readonly HoldKind[]
  open: readonly BlockInSap[]
}

/** Kinds that are one field of the header, with the values that hold; every value where none are named. */
const headerFields: readonly { kind: HoldKind; field: string; values?: readonly string[] }[] = [
  // '' is not checked, A is good, D is released.
  { kind: 'CREDIT', field: 'TotalCreditCheckStatus', values: ['B', 'C'] },
  // '' needs none, B is released, C is rejected, which its items say too.
  { kind: 'APPROVAL', field: 'SalesDocApprovalStatus', values: ['A', 'D'] },
  { kind: 'DELIVERY', field: 'DeliveryBlockReason' },
  { kind: 'BILLING', field: 'HeaderBillingBlockReason' },
]

/** What landscapes write into an extension field of a document that lacks data: not complete, in part, yes. */
const incomplete = ['A', 'B', 'X', 'TRUE', '1']

/** The blocks of one entity of A_SalesOrder with its items and schedule lines. Throws RangeError when unreadable. */
export function blocksInSap(row: SapRow, fields: SapFields, homeCurrency: string): BlocksInSap {
  const header = headerFields.filter(({ field }) => field in row)
  const ofHeader = header.flatMap(({ kind, field, values }) => {
    const code = optionalText(row[field])
    return code !== null && (values?.includes(code) ?? true) ? [whole(kind, code)] : []
  })
  const items = expandedRows(row.to_Item)
  const tells = new Set<HoldKind>(header.map(({ kind }) => kind))
  if (items.some(item => 'ItemBillingBlockReason' in item)) tells.add('BILLING')
  if (items.some(item => 'SalesDocumentRjcnReason' in item)) tells.add('PENDING')
  if (items.some(item => collectionRows(item.to_ScheduleLine).some(line => 'DelivBlockReasonForSchedLine' in line)))
    tells.add('LINE')
  if ('TransactionCurrency' in row) tells.add('CURRENCY')
  const missing = fields.orderIncompletion
  if (missing !== null && missing in row) tells.add('INCOMPLETE')
  return {
    tells: [...tells],
    open: [
      ...ofHeader,
      ...currencyOf(row, homeCurrency),
      ...incompletionOf(row, missing),
      ...items.flatMap(item => blocksOfItem(item, fields)),
    ],
  }
}

const whole = (kind: HoldKind, code: string): BlockInSap => ({ kind, code, sapItemNo: null, day: null })

function currencyOf({ TransactionCurrency }: SapRow, home: string): BlockInSap[] {
  const currency = optionalText(TransactionCurrency)
  return currency === null || currency === home ? [] : [whole('CURRENCY', currency)]
}

function incompletionOf(row: SapRow, field: string | null): BlockInSap[] {
  const value = field === null ? '' : String(row[field] ?? '').toUpperCase()
  return incomplete.includes(value) ? [whole('INCOMPLETE', value)] : []
}

/** What is rejected for good is held no more; what has been delivered is not held by a block of its schedule line. */
function blocksOfItem(item: SapRow, { rejectionPending }: SapFields): BlockInSap[] {
  const sapItemNo = itemNo(String(item.SalesOrderItem))
  const reason = optionalText(item.SalesDocumentRjcnReason)
  const isPending = reason !== null && rejectionPending.includes(reason)
  if (reason !== null && !isPending) return []
  const billing = optionalText(item.ItemBillingBlockReason)
  const lines = collectionRows(item.to_ScheduleLine).flatMap((line): BlockInSap[] => {
    const code = optionalText(line.DelivBlockReasonForSchedLine)
    const at = line.ConfirmedDeliveryDate ?? line.RequestedDeliveryDate
    return code === null ? [] : [{ kind: 'LINE', code, sapItemNo, day: at ? dayOfSap(at) : null }]
  })
  return [
    ...(isPending ? [{ ...whole('PENDING', reason), sapItemNo }] : []),
    ...lines,
    ...(billing === null ? [] : [{ ...whole('BILLING', billing), sapItemNo }]),
  ]
}
