import { priceList } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { shipTo } from '../../access-control/ship-to.ts'
import { choice, code, effectivePeriod, flag, integer, money, percent, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { sbu } from '../../masters/sbu.ts'
import { priceSources } from '../../orders/order-line.ts'
import { creditHiddenFrom } from '../../orders/order-visibility.ts'
import type { Role } from '../../roles.ts'
import { channel } from '../../settings/channel.ts'

/** What is said of a product beside its price; NEW: launched within the last 90 days. */
const priceRemarks = ['NOT_AVAILABLE', 'NEW'] as const

/** Prices of one customer are for our own people. */
const hiddenFrom: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']
/** What an order of the chosen customer would be priced at; worked out by the pricing of orders. */
const ofCustomer = [
  'priceSource',
  'customerPrice',
  'customerDiscountPct',
  'customerNetPrice',
  'customerPriceFor',
] as const

/** The list prices, and what the standing discount makes of them. */
export const priceListReport = report({
  name: 'price-list-report',
  title: 'Download Price List Report',
  purpose: 'List prices and net prices of a day, before GST and freight.',
  fields: {
    channelId: reference(channel),
    sbuId: reference(sbu, { optional: true }),
    productId: reference(products),
    productCode: text({ max: 40, label: 'Code' }),
    productName: text({ max: 100, label: 'Name' }),
    packSize: text({ max: 30, optional: true, label: 'Pack' }),
    hsnCode: text({ max: 8, label: 'HSN' }),
    gstRate: percent({ optional: true, label: 'GST %' }),
    uom: code({ max: 3, label: 'Unit' }),
    priceUnit: integer({ label: 'Price for', hint: 'The prices are for so many of the unit' }),
    listPrice: money({ optional: true }),
    discountPct: percent({ optional: true, label: 'Default discount %' }),
    netPrice: money({
      optional: true,
      hint: 'Before GST and freight; contracts and codes may lower it',
    }),
    limitPrice: money({ optional: true, hint: 'Below it an order needs an approval', hiddenFrom: creditHiddenFrom }),
    remark: choice(priceRemarks, { optional: true, hint: 'New: launched in the last 90 days' }),
    isOrderable: flag({ label: 'Can be ordered' }),
    customerId: reference(customer, {
      optional: true,
      hint: 'Adds the prices of this customer to the list',
      hiddenFrom,
    }),
    shipToId: reference(shipTo, {
      ...{ optional: true, label: 'Ship-to', hiddenFrom },
      where: { customerId: '$customerId' },
      hint: 'Without one no price of an address is shown',
    }),
    priceSource: choice(priceSources, { optional: true, label: 'Customer price from', hiddenFrom }),
    customerPrice: money({ optional: true, label: 'Customer price', hint: 'Before the default discount', hiddenFrom }),
    customerDiscountPct: percent({
      ...{ optional: true, label: 'Customer discount %', hiddenFrom },
      hint: 'The default discount, given on list prices only',
    }),
    customerNetPrice: money({
      ...{ optional: true, label: 'Customer net price', hiddenFrom },
      hint: 'Of one sales unit on the day, before GST and freight',
    }),
    customerPriceFor: text({
      ...{ max: 20, optional: true, label: 'Customer price for', hiddenFrom },
      hint: 'The sales unit, and for how many of it the prices are',
    }),
    ...effectivePeriod(),
  },
  display: ['productCode', 'productName'],
  list: [
    ...['productCode', 'productName', ...ofCustomer, 'channelId', 'packSize', 'hsnCode', 'gstRate', 'uom', 'priceUnit'],
    ...['listPrice', 'discountPct', 'netPrice', 'limitPrice', 'remark', 'validFrom', 'validTo'],
  ] as const,
  filters: [
    'customerId',
    'shipToId',
    'channelId',
    'sbuId',
    'productId',
    'remark',
    'isOrderable',
    'validFrom',
    'validTo',
  ],
  workedOut: ofCustomer,
  choices: { customerId: ofCustomer, shipToId: [] },
  currentOnly: true,
  search: ['productCode', 'productName', 'hsnCode'],
  sort: ['productCode', '-id'],
  access: priceList,
  within: {
    CUSTOMER: { channelId: 'channelOfMyPriceList', sbuId: 'sbusThatSellToMe', isOrderable: [true] },
    DISTRIBUTOR: { channelId: 'channelOfMyPriceList', sbuId: 'sbusThatSellToMe', isOrderable: [true] },
    SALES_REP: { sbuId: 'mySbus' },
    SALES_MANAGER: { sbuId: 'mySbus' },
    PRICING_APPROVER: { sbuId: 'mySbus' },
    CSC_AGENT: { sbuId: 'mySbus' },
  },
})
