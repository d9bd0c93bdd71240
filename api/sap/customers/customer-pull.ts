import { now } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import { expandedRows, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { type EntitySet, identityOf } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { isMarked } from '../identity/whose.ts'
import { unreadableRow } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'
import { type PageWithCredit, readCreditAccount, withCreditAccounts } from './credit-accounts.ts'
import type { AreaItem, CustomerItem } from './customer-row.ts'
import { customerOf, customersAmong, ofCustomer, partners, readPartner } from './partner.ts'
import { endCustomers, saveCustomers } from './save-customers.ts'

const areaFields = [
  'SalesOrganization',
  'DistributionChannel',
  'Division',
  'CustomerPaymentTerms',
  'IncotermsClassification',
  'OrderIsBlockedForCustomer',
  'DeliveryIsBlockedForCustomer',
  'BillingIsBlockedForCustomer',
  'DeletionIndicator',
]

/** Business partners with all that a customer has. */
export const customerSet: EntitySet = {
  ...partners,
  select: [
    ...partners.select!,
    ...[
      'CustomerAccountGroup',
      'CustomerClassification',
      'OrderIsBlockedForCustomer',
      'DeliveryIsBlocked',
      'BillingIsBlockedForCustomer',
    ].map(name => `to_Customer/${name}`),
    ...areaFields.map(name => `to_Customer/to_CustomerSalesArea/${name}`),
  ],
  expand: [...partners.expand!.filter(name => name !== 'to_Customer'), 'to_Customer/to_CustomerSalesArea'],
}

const PAGE = 200
const salesAreas = identityOf('API_BUSINESS_PARTNER/A_CustomerSalesArea')

/** Customers, with their sales areas and credit; SAP does not say when they changed. */
export const customerPull: RowPull<CustomerItem> = {
  object: 'CUSTOMER',
  title: 'Customer',
  tellsChanges: false,
  pages: customerPages,
  save: saveCustomers,
  ends: ({ isDeleted }) => isDeleted,
  remove: endCustomers,
  stillThere: async (sap, keys) => new Set((await customersAmong(sap, keys)).rows.keys()),
}

async function* customerPages(sap: SapAdapter, { code, fields }: ReadHow): AsyncGenerator<ItemPage<CustomerItem>> {
  const filter = code === null ? "Customer ne ''" : ofCustomer(code)
  for await (const page of withCreditAccounts(sap.pages(customerSet, { filter, pageSize: PAGE }), sap, fields)) {
    const items: CustomerItem[] = []
    const unreadable: FailedDocument[] = []
    if (page.refusal !== null)
      unreadable.push({
        number: '',
        column: 'creditLimit',
        code: 'CREDIT',
        message: `Credit limits stay as they were: ${page.refusal}`,
      })
    for (const row of page.rows) {
      try {
        items.push(readCustomer(row, page))
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        unreadable.push(unreadableRow('Customer', keptCode(row.Customer), error))
      }
    }
    yield { items, unreadable, total: page.total, missing: page.missing, changedAt: null }
  }
}

/** Reads a customer. Throws RangeError where that cannot be. */
function readCustomer(row: SapRow, { accounts }: PageWithCredit): CustomerItem {
  const customer = customerOf(row)
  const areas = expandedRows(customer.to_CustomerSalesArea).map(readArea)
  const partner = readPartner(row, now())
  const account = accounts?.get(keptCode(row.BusinessPartner))
  return {
    key: partner.code,
    ...partner,
    accountGroup: optionalText(customer.CustomerAccountGroup),
    classification: optionalText(customer.CustomerClassification),
    orderBlock: optionalText(customer.OrderIsBlockedForCustomer),
    ...('DeliveryIsBlocked' in customer && { deliveryBlock: optionalText(customer.DeliveryIsBlocked) }),
    ...('BillingIsBlockedForCustomer' in customer && {
      billingBlock: optionalText(customer.BillingIsBlockedForCustomer),
    }),
    areas: areas.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    ...(account !== undefined && { credit: account && readCreditAccount(account) }),
  }
}

const keyOf = ({ salesOrg, channel, division }: AreaItem) => `${salesOrg}/${channel}/${division}`

const readArea = (row: SapRow): AreaItem => ({
  salesOrg: requiredText(row.SalesOrganization, 'SalesOrganization'),
  channel: requiredText(row.DistributionChannel, 'DistributionChannel'),
  division: requiredText(row.Division, 'Division'),
  paymentTermsCode: optionalText(row.CustomerPaymentTerms),
  incoterms: optionalText(row.IncotermsClassification),
  orderBlock: optionalText(row.OrderIsBlockedForCustomer),
  deliveryBlock: optionalText(row.DeliveryIsBlockedForCustomer),
  billingBlock: optionalText(row.BillingIsBlockedForCustomer),
  isDeleted: isMarked(row, salesAreas.deleted),
})
