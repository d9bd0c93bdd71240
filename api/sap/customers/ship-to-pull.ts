import { now } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import { requiredText, type SapRow } from '../http/odata.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { allOf, type Reach } from '../identity/whose.ts'
import { pagesByKeys } from '../reading/by-keys.ts'
import { unreadableRow } from '../reading/item-pages.ts'
import { onlyOurs, ourPages } from '../reading/our-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'
import { ofCustomer, partners, partnersByNumber, readPartner } from './partner.ts'
import type { ShipToItem } from './save-ship-tos.ts'
import { endShipTos, saveShipTos } from './save-ship-tos.ts'

/** The partner functions of customers in their sales areas. */
export const partnerFunctions = entitySet('API_BUSINESS_PARTNER/A_CustSalesPartnerFunc', {
  select: [
    'Customer',
    'SalesOrganization',
    'DistributionChannel',
    'Division',
    'PartnerCounter',
    'PartnerFunction',
    'BPCustomerNumber',
    'DefaultPartner',
  ],
})

/** A ship-to is called SH in English, and WE where the service answers in German whatever is asked. */
const isShipTo = "PartnerFunction eq 'SH' or PartnerFunction eq 'WE'"
const PAGE = 200

/** Delivery addresses of customers; SAP does not say when they changed. */
export const shipToPull: RowPull<ShipToItem> = {
  object: 'SHIP_TO',
  title: 'Ship-to',
  tellsChanges: false,
  pages: shipToPages,
  save: saveShipTos,
  ends: ({ isDeleted }) => isDeleted,
  remove: endShipTos,
  stillThere: linksThere,
}

type Link = Pick<ShipToItem, 'customer' | 'isDefault' | 'areas'>

/**
 * Who has goods sent where is small and read first, then the addresses, page by page; with a code those of one customer.
 */
async function* shipToPages(sap: SapAdapter, { code, fields }: ReadHow): AsyncGenerator<ItemPage<ShipToItem>> {
  const { links, missing: lost } = await readLinks(sap, code, fields)
  const left = new Set(links.keys())
  const pages =
    code === null ? sap.pages(partners, { filter: "Customer ne ''", pageSize: PAGE }) : partnersByNumber(sap, [...left])
  let missing: number | null = null
  for await (const page of pages) {
    const items: ShipToItem[] = []
    const unreadable: FailedDocument[] = []
    for (const row of page.rows) {
      const shipTo = keptCode(row.Customer)
      left.delete(shipTo)
      for (const link of links.get(shipTo) ?? []) {
        const key = `${link.customer}/${shipTo}`
        try {
          items.push({ key, ...readPartner(row, now()), ...link })
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
          unreadable.push(unreadableRow('Ship-to', key, error))
        }
      }
    }
    missing = page.missing === null ? null : page.missing + lost
    yield { items, unreadable, total: null, missing, changedAt: null }
  }
  if (left.size > 0) yield { ...strangers(left, links), missing }
}

/** Reads which customers have goods sent where, by the number of the ship-to. */
async function readLinks(sap: SapAdapter, code: string | null, fields: Reach) {
  const links = new Map<string, Link[]>()
  const filter = allOf(isShipTo, code === null ? null : ofCustomer(code))
  let missing = 0
  for await (const page of ourPages(sap, partnerFunctions, fields, { filter })) {
    missing += page.missing ?? 0
    for (const row of page.rows) addLink(links, row)
  }
  return { links, missing }
}

/** Those of these pairs of a customer and a ship-to that SAP still links: a customer is asked for once. */
async function linksThere(sap: SapAdapter, keys: readonly string[], fields: Reach): Promise<ReadonlySet<string>> {
  const there = new Set<string>()
  const wanted = new Set(keys)
  const owners = [...new Set(keys.map(key => key.slice(0, key.indexOf('/'))))]
  for await (const page of onlyOurs(
    partnerFunctions,
    fields,
    pagesByKeys(sap, partnerFunctions, owners, { filter: isShipTo }),
  ))
    for (const row of page.rows) {
      const key = `${keptCode(row.Customer)}/${keptCode(row.BPCustomerNumber)}`
      if (wanted.has(key)) there.add(key)
    }
  return there
}

function addLink(links: Map<string, Link[]>, row: SapRow) {
  const customer = keptCode(requiredText(row.Customer, 'Customer'))
  const shipTo = keptCode(row.BPCustomerNumber)
  if (shipTo === '') return
  const of = links.get(shipTo) ?? []
  const link = of.find(one => one.customer === customer) ?? { customer, isDefault: false, areas: [] }
  link.isDefault ||= row.DefaultPartner === true
  link.areas.push(`${row.SalesOrganization}/${row.DistributionChannel}/${row.Division}`)
  links.set(shipTo, of.includes(link) ? of : [...of, link])
}

/** The errors for ship-tos of whom SAP has no business partner. */
function strangers(
  codes: ReadonlySet<string>,
  links: ReadonlyMap<string, Link[]>,
): Omit<ItemPage<ShipToItem>, 'missing'> {
  const unreadable = [...codes].flatMap(code =>
    links
      .get(code)!
      .map(({ customer }) =>
        unreadableRow(
          'Ship-to',
          `${customer}/${code}`,
          new RangeError(`SAP has no business partner for customer ${code}`),
        ),
      ),
  )
  return { items: [], unreadable, total: null, changedAt: null }
}
