import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { type RateContract, rateContractCustomer } from '../../../resources/masters/rate-contract-customer.ts'
import { type Sbu, sbu } from '../../../resources/masters/sbu.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { SapRowError } from '../reading/pull.ts'
import type { RowPull, SavedRows, SaveHow } from '../reading/row-pull.ts'
import { upsertRows } from '../reading/upsert-rows.ts'
import { noteWrongLines } from './rate-contract-errors.ts'
import type { RateContractItem } from './rate-contract-item.ts'
import { lineRows, type WrongLine } from './rate-contract-lines.ts'
import { contractPages, contractsThere, contractTitle } from './rate-contract-pages.ts'
import { type NamedContract, saveContract } from './save-rate-contract.ts'

/** Reads SAP's sales contracts. Approver, automatic release and what our orders consumed stay the portal's. */
export const rateContractPull: RowPull<RateContractItem> = {
  object: 'RATE_CONTRACT',
  title: contractTitle,
  tellsChanges: true,
  pages: contractPages,
  save: saveContracts,
  ends: ({ status }) => status === 'SUSPENDED',
  remove: suspendGone,
  stillThere: contractsThere,
}

async function saveContracts(trx: Knex, items: readonly RateContractItem[], how: SaveHow): Promise<SavedRows> {
  const named = await rowsNamed(trx, items)
  const saved = { created: 0, updated: 0 }
  for (const item of items) {
    const business = sbuOf(item, named)
    // A contract of another sales organisation is none of ours.
    if (!business) continue
    const wrong: WrongLine[] = []
    const error = whyNotTaken(item, named)
    if (error) wrong.push(error)
    else {
      const contract: NamedContract = {
        item,
        before: named.contracts.get(item.key),
        customerId: named.customers.get(item.customer)!.id,
        sbuId: business.id,
        lines: lineRows(item, named.products, line => wrong.push(line)),
      }
      const outcome = await saveContract(trx, contract, line => wrong.push(line))
      if (outcome !== 'same') saved[outcome]++
    }
    await noteWrongLines(trx, item, wrong, how.run?.id ?? null)
    refuseLines(item, wrong, how.refuse)
  }
  return saved
}

interface Named {
  customers: ReadonlyMap<string, Customer>
  sbus: readonly Sbu[]
  products: ReadonlyMap<string, Product>
  contracts: ReadonlyMap<string, RateContract>
}

async function rowsNamed(trx: Knex, items: readonly RateContractItem[]): Promise<Named> {
  const codes = [...new Set(items.flatMap(({ lines }) => lines.map(({ product }) => product)))]
  const buyers = await rowsOf(trx, customer, rows =>
    rows.whereIn('code', [...new Set(items.map(item => item.customer))]),
  )
  const sold = await rowsOf(trx, products, rows => rows.where('isActive', 1).whereIn('code', codes))
  const contracts = await rowsOf(trx, rateContractCustomer, rows =>
    rows.where('isActive', 1).whereIn(
      'sapContractNo',
      items.map(({ key }) => key),
    ),
  )
  return {
    customers: new Map(buyers.map(row => [row.code, row])),
    sbus: await rowsOf(trx, sbu, rows => rows.where('isActive', 1)),
    products: new Map(sold.map(row => [row.code, row])),
    contracts: new Map(contracts.map(row => [row.sapContractNo!, row])),
  }
}

/** The SBU of the contract's sales area; where SAP's division is that of none, the SBU of its first product. */
function sbuOf({ salesOrg, division, lines }: RateContractItem, { sbus, products }: Named): Sbu | undefined {
  const ofOrg = sbus.filter(row => row.salesOrg === salesOrg)
  const first = lines.map(({ product }) => products.get(product)).find(product => product !== undefined)
  return ofOrg.find(row => row.division === division) ?? ofOrg.find(({ id }) => id === first?.sbuId) ?? ofOrg[0]
}

/** Why a contract cannot be taken as a whole; null where it can. */
function whyNotTaken({ key, customer: code, currency }: RateContractItem, named: Named): WrongLine | null {
  const wrong = (
    column: string,
    errorCode: WrongLine['code'],
    why: string,
    waitsFor: WrongLine['waitsFor'] = null,
  ) => ({
    lineNo: null,
    product: null,
    column,
    code: errorCode,
    message: `Sales contract ${key}: ${why}`,
    waitsFor,
  })
  const buyer = named.customers.get(code)
  const before = named.contracts.get(key)
  if (!buyer) return wrong('customerId', 'UNKNOWN_CUSTOMER', `the portal has no customer ${code}`, 'CUSTOMER')
  if (!buyer.isActive) return wrong('customerId', 'CUSTOMER_BLOCKED', `customer ${code} is deactivated here`)
  if (currency !== 'INR') return wrong('rate', 'PRICE_INVALID', `it is in ${currency}, and the portal sells in INR`)
  if (before && before.customerId !== buyer.id)
    return wrong(
      'customerId',
      'UNKNOWN_CUSTOMER',
      `it is customer ${code}’s in SAP and another’s here: close contract ${before.contractNo} here first`,
    )
  return null
}

/** Errors of the run by item; what waits for a master is refused under the contract's own key, so that it is kept. */
function refuseLines(item: RateContractItem, wrong: readonly WrongLine[], refuse: SaveHow['refuse']) {
  const parked = wrong.find(({ waitsFor }) => waitsFor !== null)
  for (const line of wrong) {
    const key = line === parked || line.lineNo === null ? item.key : `${item.key}/${line.lineNo}`
    const part = line.lineNo === null ? null : String(line.lineNo)
    const missing = line.waitsFor === 'CUSTOMER' ? item.customer : null
    refuse(key, new SapRowError(line.column, line.message, line.code, line.waitsFor, part, missing))
  }
}

/** Contracts that SAP no longer has are suspended; a person closes them. */
async function suspendGone(trx: Knex, keys: readonly string[], { refuse }: SaveHow): Promise<number> {
  const gone = await rowsOf(trx, rateContractCustomer, rows => rows.where('isActive', 1).whereIn('sapContractNo', keys))
  const rows = gone.map(before => ({
    key: before.sapContractNo!,
    before,
    row: {
      sapStatus: 'SUSPENDED' as const,
      status: before.status === 'ACTIVE' ? ('SUSPENDED' as const) : before.status,
    },
  }))
  return (await upsertRows(trx, rateContractCustomer, rows, refuse)).updated
}
