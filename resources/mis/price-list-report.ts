import { priceList } from '../access.ts'
import { choice, code, effectivePeriod, flag, integer, money, percent, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { products } from '../masters/products.ts'
import { sbu } from '../masters/sbu.ts'
import { creditHiddenFrom } from '../orders/order-visibility.ts'
import { channel } from '../settings/channel.ts'

/** What is said of a product beside its price; NEW: launched within the last 90 days. */
export const priceRemarks = ['NOT_AVAILABLE', 'NEW'] as const

/** The list prices, and what the standing discount makes of them. */
export const priceListReport = report({
  name: 'price-list-report',
  title: 'Download Price List Report',
  purpose:
    'The list prices that count on a day, with the standing discount: for buyers that of their segment, for everybody else the one of every segment.',
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
    listPrice: money(),
    discountPct: percent({ optional: true, label: 'Default discount %' }),
    netPrice: money({ hint: 'Before GST and freight; contracts, customer prices and codes may lower it further' }),
    limitPrice: money({ optional: true, hint: 'Below it an order needs an approval', hiddenFrom: creditHiddenFrom }),
    remark: choice(priceRemarks, { optional: true, hint: 'New: launched in the last 90 days' }),
    isOrderable: flag({ label: 'Can be ordered' }),
    ...effectivePeriod(),
  },
  display: ['productCode', 'productName'],
  list: [
    ...[
      'productCode',
      'productName',
      'packSize',
      'hsnCode',
      'gstRate',
      'uom',
      'priceUnit',
      'listPrice',
      'discountPct',
      'netPrice',
    ],
    ...['limitPrice', 'remark', 'channelId', 'validFrom', 'validTo'],
  ] as const,
  filters: ['channelId', 'sbuId', 'productId', 'remark', 'isOrderable', 'validFrom', 'validTo'],
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
