import { FOREVER } from '../../../resources/define/dates.ts'
import { isActiveCondition } from '../documents/condition.ts'
import type { SapFields } from '../http/fields.ts'
import { dayOfSap, expandedRows, fromSapQuantity, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { keptCode, keptMaterial } from '../identity/key-forms.ts'
import type { SapItem } from '../reading/row-pull.ts'
import { decimalOf, type Rate, rateOf } from './decimal.ts'

/** A sales contract of SAP. */
export interface RateContractItem extends SapItem {
  customer: string
  salesOrg: string
  division: string
  /** The customer's reference; SAP's own number where there is none. */
  customerRef: string
  contractDate: string
  validFrom: string
  validTo: string
  status: 'ACTIVE' | 'SUSPENDED'
  currency: string
  lines: ContractLine[]
}

/** An item of it. What of it cannot be read is a sentence in `fault`, and the others are taken. */
export interface ContractLine {
  lineNo: number
  product: string
  /** Thousandths of `unit`. */
  qty: number
  unit: string
  /** For units of `priceUnit`; null where the contract has no price for it. */
  rate: (Rate & { unit: string }) | null
  /** Null where the period is that of the contract. */
  from: string | null
  to: string | null
  /** SAP's reason to refuse it: nothing more is called off it. */
  isRefused: boolean
  /** What orders that were entered in SAP itself called off it, by unit; null where that cannot be read. */
  calledOff: { qty: number; unit: string }[] | null
  fault: string | null
}

/** Reads an entity of A_SalesContract with its items and their conditions. Throws RangeError. */
export function contractItem(row: SapRow, fields: SapFields): RateContractItem {
  const number = keptCode(requiredText(row.SalesContract, 'SalesContract'))
  const from = dayOr(row.SalesContractValidityStartDate, row.SalesContractDate, row.CreationDate)
  if (from === null) throw new RangeError('it has no day on which it begins')
  return {
    key: number,
    customer: keptCode(requiredText(row.SoldToParty, 'SoldToParty')),
    salesOrg: requiredText(row.SalesOrganization, 'SalesOrganization'),
    division: optionalText(row.OrganizationDivision) ?? '',
    customerRef: optionalText(row.PurchaseOrderByCustomer) ?? number,
    contractDate: dayOr(row.SalesContractDate, row.CreationDate) ?? from,
    validFrom: from,
    validTo: dayOr(row.SalesContractValidityEndDate) ?? FOREVER,
    status: statusOf(row),
    currency: optionalText(row.TransactionCurrency) ?? 'INR',
    lines: expandedRows(row.to_Item)
      .filter(isOwnItem)
      .map(item => lineOf(item, fields))
      .sort((one, other) => one.lineNo - other.lineNo),
  }
}

const dayOr = (...values: unknown[]): string | null => {
  const found = values.find(value => value !== null && value !== undefined && value !== '')
  return found === undefined ? null : dayOfSap(found)
}

/** The parts of a kit have no price of their own: the item above them is agreed. */
const isOwnItem = ({ HigherLevelItem }: SapRow) => Number(HigherLevelItem || 0) === 0

/** Refused or completed as a whole, or not released: nothing can be called off it in SAP. */
function statusOf(row: SapRow): RateContractItem['status'] {
  const isReleased = ['', 'B'].includes(optionalText(row.SalesDocApprovalStatus) ?? '')
  const isOver = row.OverallSDDocumentRejectionSts === 'C' || row.OverallSDProcessStatus === 'C'
  return isReleased && !isOver ? 'ACTIVE' : 'SUSPENDED'
}

function lineOf(row: SapRow, fields: SapFields): ContractLine {
  const lineNo = Number(row.SalesContractItem)
  const line: ContractLine = {
    lineNo,
    product: keptMaterial(row.Material),
    qty: 0,
    unit: optionalText(row.RequestedQuantityUnit) ?? '',
    rate: null,
    from: null,
    to: null,
    isRefused: optionalText(row.SalesDocumentRjcnReason) !== null,
    calledOff: [],
    fault: null,
  }
  try {
    line.qty = fromSapQuantity(row.RequestedQuantity)
    line.from = dayOr(row.SalesContractValidityStartDate)
    line.to = dayOr(row.SalesContractValidityEndDate)
    line.rate = priceOf(expandedRows(row.to_PricingElement), fields, line.unit)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    line.fault = error.message
  }
  return line
}

/** The active condition of the price, for as many units as SAP keeps it. */
function priceOf(conditions: readonly SapRow[], { price }: SapFields, unit: string): ContractLine['rate'] {
  const condition = conditions.find(
    row =>
      row.ConditionType === price &&
      isActiveCondition(row) &&
      // A price as a percentage or of the whole item is none for a unit.
      ['', 'C'].includes(optionalText(row.ConditionCalculationType) ?? ''),
  )
  if (!condition) return null
  const currency = optionalText(condition.ConditionCurrency) ?? 'INR'
  if (currency !== 'INR') throw new RangeError(`its price is in ${currency}, and the portal sells in INR`)
  const per = condition.ConditionQuantity ? fromSapQuantity(condition.ConditionQuantity) : 1000
  if (per <= 0 || per % 1000 !== 0) throw new RangeError(`its price is for ${per / 1000} units`)
  return {
    ...rateOf(decimalOf(condition.ConditionRateValue), per / 1000),
    unit: optionalText(condition.ConditionQuantityUnit) ?? unit,
  }
}
